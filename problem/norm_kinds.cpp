#include "problem/norm_kinds.hpp"

#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "problem/words.hpp"

namespace acgd::problem {
namespace {

/// What was typed: "lp:3", its words behind the name, and the variable it is for.
struct TypedNorm {
  const std::string& text;
  std::vector<std::string> words;
  const Shape& shape;
};

struct NormKind : Kind {
  std::size_t least = 0, most = 0;  ///< words behind the name
  std::shared_ptr<const Norm> (*make)(const TypedNorm& typed);
};

/// The matrix that the norm is of: as typed, behind `first` other words, else the objective's.
Sides sides_of(const TypedNorm& typed, std::size_t first = 0) {
  if (typed.words.size() > first) {
    return to_sides("norm", typed.words[first], typed.shape.dimension);
  }
  if (typed.shape.rows == 0) {
    throw InvalidInput(fmt::format(
        "norm = {}: this objective has a vector of variables; say which matrix it is, as in "
        "{}:20x30",
        typed.text, typed.text));
  }
  return {typed.shape.rows, typed.shape.cols};
}

const std::vector<NormKind>& table() {
  static const std::vector<NormKind> kinds = {
      {{"l2", "l2", "the Euclidean norm; the default"},
       0,
       0,
       [](const TypedNorm&) { return l2_norm(); }},
      {{"l1", "l1", "the sum of absolute entries"},
       0,
       0,
       [](const TypedNorm&) { return l1_norm(); }},
      {{"linf", "linf", "the largest absolute entry"},
       0,
       0,
       [](const TypedNorm&) { return linf_norm(); }},
      {{"lp", "lp:P", "the lp norm, 1 < P < infinity"},
       1,
       1,
       [](const TypedNorm& typed) { return lp_norm(to_number("norm", typed.words[0])); }},
      {{"frobenius", "frobenius", "the Euclidean norm of a matrix"},
       0,
       0,
       [](const TypedNorm&) { return frobenius_norm(); }},
      {{"nuclear", "nuclear[:MxN]", "the sum of a matrix's singular values"},
       0,
       1,
       [](const TypedNorm& typed) {
         const Sides sides = sides_of(typed);
         return nuclear_norm(sides.rows, sides.cols);
       }},
      {{"spectral", "spectral[:MxN]", "the largest singular value of a matrix"},
       0,
       1,
       [](const TypedNorm& typed) {
         const Sides sides = sides_of(typed);
         return spectral_norm(sides.rows, sides.cols);
       }},
      {{"schatten", "schatten:P[:MxN]", "the lp norm of a matrix's singular values"},
       1,
       2,
       [](const TypedNorm& typed) {
         const double p = to_number("norm", typed.words[0]);
         const Sides sides = sides_of(typed, 1);
         return schatten_norm(p, sides.rows, sides.cols);
       }},
  };
  return kinds;
}

}  // namespace

const std::vector<Kind>& norm_kinds() {
  static const std::vector<Kind> kinds = plain_kinds(table());
  return kinds;
}

std::shared_ptr<const Norm> make_norm(const std::string& text, const Shape& shape) {
  std::vector<std::string> words = split(text, ':');
  const NormKind& kind = find_kind("norm", words[0], table());
  words.erase(words.begin());
  if (words.size() < kind.least || words.size() > kind.most) {
    throw InvalidInput(fmt::format("norm = {}: must be {}", text, kind.syntax));
  }
  try {
    return kind.make({text, std::move(words), shape});
  } catch (const InvalidInput& error) {
    refuse_typed("norm", text, error);
  }
}

}  // namespace acgd::problem
