#include "acgd/objective/cursor.hpp"

#include "acgd/core/error.hpp"

namespace acgd {

void Cursor::slopes(std::span<const Term> terms, VectorRef out) {
  const Gradient& g = gradient();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    out[static_cast<Index>(i)] = terms[i].atom->dot(g);
  }
}

void Cursor::visit(Archive&) {
  throw InvalidInput("checkpoint", std::nullopt, "the objective's cursor keeps none",
                     "it would have to override Cursor::visit");
}

}  // namespace acgd
