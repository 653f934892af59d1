#include "acgd/objective/cursor.hpp"

#include "acgd/core/error.hpp"

namespace acgd {

void Cursor::visit(State&) {
  throw InvalidInput(
      "checkpoint: the objective's cursor keeps none; it would have to override Cursor::visit");
}

}  // namespace acgd
