#include "acgd/objective/linear_map.hpp"

#include <limits>

#include "acgd/linalg/singular_pair.hpp"

namespace acgd {
namespace {

/// Of a singular value; of its square, less than 1e-6.
constexpr double kRelativeError = 4e-7;

}  // namespace

void LinearMap::image(const Atom& atom, VectorRef z) const {
  if (const auto* dense = atom.as<Atom::Dense>()) return multiply(dense->values, z);
  multiply(atom.to_dense(), z);
}

double squared_operator_norm(const MatrixOperator& a) {
  SingularPair pair;
  // What accuracy to ask for depends on the value: a rough one comes first, and starts the other.
  top_singular_pair(a, std::numeric_limits<double>::max(), pair);
  top_singular_pair(a, kRelativeError * pair.value, pair);
  // Short steps need a bound from above.
  const double largest = pair.value + pair.error;
  return largest * largest;
}

}  // namespace acgd
