#pragma once

#include <string_view>

#include "acgd/objective/objective.hpp"

namespace acgd {

/// f(x) = sum of (x_i - 1)^2.
class Bowl final : public Objective {
 public:
  static constexpr std::string_view name = "bowl";
  static constexpr std::string_view sentence = "the squared distance to (1, ..., 1)";
  static constexpr std::string_view formula = "f(x) = sum of (x_i - 1)^2; 0 at (1, ..., 1)";

  explicit Bowl(Index dimension) : dimension_(dimension) {}

  Index dimension() const override { return dimension_; }
  double value(const Vector& x) const override;
  void gradient(const Vector& x, Vector& g) const override;

 private:
  Index dimension_;
};

}  // namespace acgd
