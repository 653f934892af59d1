#include "acgd/objective/bowl.hpp"

namespace acgd {

double Bowl::value(const Vector& x) const { return (x.array() - 1).square().sum(); }

void Bowl::gradient(const Vector& x, Vector& g) const { g = 2 * (x.array() - 1); }

}  // namespace acgd
