#include "problem/norm_kinds.hpp"

#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "problem/words.hpp"

namespace acgd::problem {

const std::vector<Kind>& norm_kinds() {
  static const std::vector<Kind> kinds = {
      {"l2", "l2", "the Euclidean norm; the default"},
      {"l1", "l1", "the sum of absolute entries"},
      {"linf", "linf", "the largest absolute entry"},
      {"lp", "lp:P", "the lp norm, 1 < P < infinity"},
      {"frobenius", "frobenius", "the Euclidean norm of a matrix"},
      {"nuclear", "nuclear[:MxN]", "the sum of a matrix's singular values"},
      {"spectral", "spectral[:MxN]", "the largest singular value of a matrix"}};
  return kinds;
}

std::shared_ptr<const Norm> make_norm(const std::string& text, const Shape& shape) {
  const std::vector<std::string> parts = split(text, ':');
  const std::string& name = find_kind("norm", parts[0], norm_kinds()).name;
  const bool of_matrices = name == "nuclear" || name == "spectral";
  if (parts.size() > (name == "lp" || of_matrices ? 2u : 1u) ||
      (name == "lp" && parts.size() < 2)) {
    throw InvalidInput(
        fmt::format("norm = {}: must be {}", text, find_kind("norm", name, norm_kinds()).syntax));
  }
  if (name == "l2") return l2_norm();
  if (name == "l1") return l1_norm();
  if (name == "linf") return linf_norm();
  if (name == "lp") return lp_norm(to_number("norm", parts[1]));
  if (name == "frobenius") return frobenius_norm();
  const Sides sides = parts.size() > 1 ? to_sides("norm", parts[1], shape.dimension)
                                       : Sides{shape.rows, shape.cols};
  if (sides.rows == 0) {
    throw InvalidInput(fmt::format(
        "norm = {}: this objective has a vector of variables; say which matrix it is, as in "
        "{}:20x30",
        text, name));
  }
  return name == "nuclear" ? nuclear_norm(sides.rows, sides.cols)
                           : spectral_norm(sides.rows, sides.cols);
}

}  // namespace acgd::problem
