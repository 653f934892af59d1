#include "acgd/oracle/set_choice.hpp"

#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

const SetFiles& SetContext::reader() const {
  if (files == nullptr) throw InvalidInput("file: there is nothing that reads files here");
  return *files;
}

Index square_side(const std::optional<Index>& side, const Variable& variable) {
  if (!side && variable.rows != variable.cols) {
    throw InvalidInput(compose("side: the variable is a matrix of {} x {}, which is not square",
                               variable.rows, variable.cols));
  }
  const Index entries = variable.dimension;
  const Index found =
      side.value_or(static_cast<Index>(std::llround(std::sqrt(static_cast<double>(entries)))));
  require_at_least("side", found, 1);
  // As a quotient, for the product may be beyond all integers.
  if (found > entries / found || found * found != entries) {
    throw InvalidInput(compose("side = {}: a square matrix of this side has {} entries, not {}",
                               found, static_cast<double>(found) * static_cast<double>(found),
                               entries));
  }
  return found;
}

}  // namespace acgd
