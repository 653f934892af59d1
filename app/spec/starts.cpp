#include "app/spec/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "acgd/core/error.hpp"
#include "app/data/atoms.hpp"
#include "app/data/limits.hpp"
#include "app/data/matrix_file.hpp"

namespace acgd::spec {

namespace {

/// 0 as a matrix of rank one, which nothing has to make dense.
Atom zero(const Shape& shape) {
  if (shape.rows == 0) return Atom(Vector(Vector::Zero(shape.dimension)));
  Atom atom;
  Atom::RankOne& pair = atom.become_rank_one(shape.rows, shape.cols);
  pair.scale = 0;
  pair.left = Vector::Unit(shape.rows, 0);
  pair.right = Vector::Unit(shape.cols, 0);
  return atom;
}

/// Independent standard normal numbers, the same on every machine (Box and Muller).
Vector gaussian(const std::string& start, Index size, std::uint64_t seed) {
  if (size > data::kMaxDimension) {
    throw InvalidInput(
        "x0", start,
        fmt::format("{} numbers, must be at most {} of them", size, data::kMaxDimension));
  }
  std::mt19937_64 engine(seed);
  const auto uniform = [&] { return (static_cast<double>(engine() >> 11) + 0.5) * 0x1p-53; };
  Vector x(size);
  for (Index i = 0; i < size; ++i) {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    x[i] = radius * std::cos(2 * std::numbers::pi * uniform());
  }
  return x;
}

}  // namespace

const std::vector<Kind>& start_kinds() {
  static const std::vector<Kind> kinds = {
      {"vertex", "vertex",
       "a vertex of the set; the default for vectors inside a set, and where 0 is not in it, "
       "unless "
       "the objective may be infinite at vertices"},
      {"zero", "zero", "the origin; the default for matrices, and in unconstrained mode"},
      {"random-vertex", "random-vertex",
       "the vertex of the set that is lowest along a direction drawn from --seed"},
      {"gaussian", "gaussian", "standard normal numbers from --seed"},
      {"file", "FILE",
       "a vector file: .npy, .csv, .tsv, .mtx or numbers as text; or one of --atoms"}};
  return kinds;
}

std::optional<std::filesystem::path> file_of_start(const std::string& text) {
  const bool is_word =
      std::any_of(start_kinds().begin(), start_kinds().end(),
                  [&](const Kind& kind) { return kind.name == text && kind.syntax == text; });
  if (text.empty() || is_word) return std::nullopt;
  return text;
}

bool is_drawn(const std::string& text) { return text == "random-vertex" || text == "gaussian"; }

Start make_start(const std::string& text, Mode mode, const Oracle* set, const Shape& shape,
                 std::uint64_t seed, const Objective* f) {
  if (set == nullptr && (text == "vertex" || text == "random-vertex")) {
    throw InvalidInput("x0", text, "a penalty has no vertices, must be zero, gaussian or a file");
  }
  if (set == nullptr && (text.empty() || text == "zero")) return Start(Atom());
  if (text == "vertex") return set->start();
  if (text.empty() && mode == Mode::constrained && set != nullptr) {
    // A vertex of matrices has one large entry, which would stay in all those not observed; but 0
    // has to be in the set.
    const bool is_zero_better = shape.rows != 0 && !(set->violation_of(zero(shape)).distance > 0);
    if (!is_zero_better) return f == nullptr ? Start(set->start()) : default_start(*f, *set);
  }
  if (text == "zero" || text.empty()) return zero(shape);
  if (text == "gaussian") return Atom(gaussian(text, shape.dimension, seed));
  if (text == "random-vertex") {
    LmoResult call;
    set->minimize(Gradient(gaussian(text, shape.dimension, seed)), call);
    return call.atom;
  }
  if (data::is_atoms_file(text)) {
    const Start start(data::read_atoms(text, shape.dimension));
    // The entries of a matrix do not say of which rank-one matrices it was made.
    return shape.rows == 0 ? start : Start(start.atom());
  }
  return Start(data::read_vector(text));
}

}  // namespace acgd::spec
