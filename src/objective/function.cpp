#include "acgd/objective/function.hpp"

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

Function::Function(Index dimension, Value value, GradientFilled gradient, FunctionOptions options)
    : dimension_(dimension),
      value_(std::move(value)),
      gradient_(std::move(gradient)),
      options_(options) {
  require_at_least("dimension", dimension, 1);
}

Function::Function(Index dimension, Value value, GradientReturned gradient, FunctionOptions options)
    : Function(
          dimension, std::move(value),
          [returned = std::move(gradient)](const Vector& x, Vector& g) { g = returned(x); },
          options) {}

void Function::gradient(const Vector& x, Vector& g) const {
  gradient_(x, g);
  if (g.size() != dimension_) {
    throw InvalidInput(
        compose("gradient: has {} entries, must have {} like x", g.size(), dimension_));
  }
}

}  // namespace acgd
