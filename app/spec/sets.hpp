#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "acgd/fit/path.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/oracle/known_sets.hpp"
#include "acgd/solve/penalty.hpp"
#include "app/data/specification.hpp"

namespace acgd::spec {

/// What the objective says about its variable.
using Shape = Variable;

/// A set on the command line: one of the library's known_sets(), or a product of them.
struct SetKind : Kind {
  SetChoice choice;                 ///< with default parameters
  std::size_t required = 0;         ///< number of parameters that must be given
  std::string_view formula;         ///< may have several lines
  std::string_view cost;            ///< of one LMO call
  std::string example;              ///< arguments of `acgd solve`
  std::vector<std::string> values;  ///< for completions: {"l1:1", "l1:10"}
};
const std::vector<SetKind>& set_kinds();

/// The files that a text such as "dag:edges.csv" names: one at most, unless it is a product.
std::vector<std::filesystem::path> files_of_set(const std::string& text);
/// The first of them, if there is one.
std::optional<std::filesystem::path> file_of_set(const std::string& text);

/// The set that a text such as "l1:50" names. Throws InvalidInput if it names none, and what
/// readers throw where it names a file.
std::shared_ptr<const Oracle> make_set(const std::string& text, const Shape& shape);

/// The same as a part of another set, given as this argument.
std::shared_ptr<const Oracle> make_set(const std::string& argument, const std::string& text,
                                       const Shape& shape);
/// Rows and columns that were typed, as in "nuclear:2:3x4".
std::optional<std::pair<Index, Index>> sides_of_set(const std::string& text);
/// How many variables they say that it has.
std::optional<Index> size_of_set(const std::string& text);

/// Its parameters, each with its letter in the syntax, as in {"radius=R", "the radius; ..."}.
std::vector<std::pair<std::string, std::string>> parameters_of(const SetKind& set);

const std::vector<Kind>& norm_kinds();

/// The norm that a text such as "l2" or "lp:3" names; throws InvalidInput if it names none.
std::shared_ptr<const Norm> make_norm(const std::string& text, const Shape& shape);

/// Products as users type them: 3*simplex,5*l1:2.

/// What was typed for a part.
struct PartWords {
  std::string count;  ///< what stands before the *; empty if there is none
  std::string set;
  bool has_count = false;
};

/// Where one part ends and the next begins. Behind the name of a file a comma begins a part only if
/// N* or the name of a set follows: file names may have commas.
std::vector<PartWords> split_parts(const std::string& text);

/// The sets, which have all of the variables among them. Throws InvalidInput that names the part.
std::vector<std::shared_ptr<const Oracle>> make_parts(const std::string& text,
                                                      const Variable& variable);

/// Sets whose radius is left out: "l1", "lp:3", "group:l2:groups.csv". A radius is whatever number
/// the whole set grows with: the total of a simplex, the trace of a spectraplex.

/// The names of the sets that have one.
std::vector<std::string> sets_with_radius();

/// The same text with a radius: "l1:2.5", "group:radius=2.5:l2:groups.csv". Throws InvalidInput if the
/// set has none, or if it was typed already.
std::string with_radius(const std::string& text, double radius);

/// The files that such a text names.
std::vector<std::filesystem::path> files_of_radius_set(const std::string& text);

/// The sets that a path goes along.
struct RadiusSet {
  SetOfRadius of;
  Shape shape;               ///< of the variable
  std::string name;          ///< in words: "l1 ball"
  bool is_low_rank = false;  ///< it keeps the rank of a matrix low
  /// As it is typed with this radius.
  std::function<std::string(double radius)> text;
};

/// For coefficients with a row for each feature and a column for each output. An empty text is l1;
/// if there are several outputs, the sum over features of the l2 norms of their coefficients. Throws
/// InvalidInput as with_radius() does.
RadiusSet make_radius_set(const std::string& text, Index features, Index outputs);

/// Penalties: a set with lambda in the place of its radius ("l1:0.1", "lp:3:0.1"); bounds, which may
/// be infinite ("nonnegative", "box:0:inf", "free"); and products of these ("product:3*l1:0.1,free").

/// The names behind which a penalty begins.
std::vector<std::string> penalty_names();

/// The text of the set of radius 1, and what was typed in the place of its radius.
struct SetPenalty {
  std::string set;
  double lambda = 0;
};

/// Absent if the text names bounds or a product. Throws InvalidInput if it names nothing, or lambda
/// is missing or no number.
std::optional<SetPenalty> split_penalty(const std::string& text);

/// The penalty that a text names. Throws InvalidInput as split_penalty() and make_set() do.
std::shared_ptr<const Penalty> make_penalty(const std::string& text, const Shape& shape);

/// The files that such a text names.
std::vector<std::filesystem::path> files_of_penalty(const std::string& text);

}  // namespace acgd::spec
