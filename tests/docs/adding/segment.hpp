#pragma once

#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// { t (1, ..., 1) : 0 <= t <= length }.
class Segment final : public Oracle {
 public:
  struct Parameters {
    static constexpr std::string_view name = "segment";
    static constexpr std::string_view sentence = "from the origin to (L, ..., L)";
    static constexpr std::string_view formula = "{ t (1, ..., 1) : 0 <= t <= L }";
    static constexpr std::string_view cost = "O(n)";

    double length = 1;

    Description describe() {
      return {{"length", length, range::positive, "how far it goes in each coordinate"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<Segment>(context.variable.dimension, length);
    }
  };

  Segment(Index dimension, double length);

  std::string name() const override { return "segment"; }
  Index dimension() const override { return dimension_; }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;

 private:
  Index dimension_;
  double length_;
};

}  // namespace acgd
