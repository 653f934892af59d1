#include "experiments/random.hpp"

#include <algorithm>
#include <cmath>

namespace acgd::experiments {
namespace {

/// The FNV-1a hash of a text.
std::uint64_t hash(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return h;
}

/// Spreads neighbouring numbers over all of them (the finisher of splitmix64).
std::uint64_t scatter(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

Random::Random(std::string_view purpose, std::uint64_t seed)
    : bits_(scatter(hash(purpose) ^ scatter(seed + 0x9e3779b97f4a7c15))) {}

double Random::uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }

Index Random::index(Index size) {
  return static_cast<Index>(uniform() * static_cast<double>(size));
}

double Random::gaussian() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  double u = 0, v = 0, square = 0;
  do {
    u = 2 * uniform() - 1;
    v = 2 * uniform() - 1;
    square = u * u + v * v;
  } while (square >= 1 || square == 0);
  const double scale = std::sqrt(-2 * std::log(square) / square);
  spare_ = v * scale;
  has_spare_ = true;
  return u * scale;
}

Vector Random::uniform_vector(Index size, double low, double high) {
  Vector drawn(size);
  for (double& x : drawn) x = uniform(low, high);
  return drawn;
}

Vector Random::gaussian_vector(Index size) { return gaussian_matrix(size, 1); }

Matrix Random::gaussian_matrix(Index rows, Index cols) {
  Matrix drawn(rows, cols);
  for (double& x : drawn.reshaped()) x = gaussian();
  return drawn;
}

std::vector<Index> Random::choose(Index size, Index count) {
  std::vector<Index> chosen;
  while (static_cast<Index>(chosen.size()) < count) {
    const Index drawn = index(size);
    const auto place = std::ranges::lower_bound(chosen, drawn);
    if (place == chosen.end() || *place != drawn) chosen.insert(place, drawn);
  }
  return chosen;
}

}  // namespace acgd::experiments
