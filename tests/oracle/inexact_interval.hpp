#pragma once

#include <limits>

#include "acgd/oracle/oracle.hpp"

namespace acgd_test {

/// [-1, 1] with an LMO whose error equals the allowed accuracy.
class InexactInterval final : public acgd::Oracle {
 public:
  std::string name() const override { return "inexact interval"; }
  acgd::Index dimension() const override { return 1; }
  void minimize(const acgd::Gradient& gradient, acgd::LmoResult& lmo) const override {
    const double g = gradient.dense()[0];
    const double best = g > 0 ? -1 : 1;
    lmo.error = lmo.accuracy;
    lmo.atom.become_dense(1)[0] = g == 0 ? best : best + lmo.accuracy / g;
  }
  acgd::Violation violation(acgd::ConstVectorRef) const override {
    return {std::numeric_limits<double>::quiet_NaN(), ""};
  }
};

}  // namespace acgd_test
