#include "linalg/pseudo_random.hpp"

#include <random>

namespace acgd {

void make_pseudo_random(Index size, Vector& x) {
  if (x.size() == size) return;
  std::mt19937_64 engine(20240229);
  x.resize(size);
  for (double& entry : x) entry = static_cast<double>(engine() >> 11) * 0x1p-53 - 0.5;
  x.normalize();
}

}  // namespace acgd
