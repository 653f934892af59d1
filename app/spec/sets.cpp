#include "app/spec/sets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <map>
#include <stdexcept>

#include "acgd/core/error.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "app/data/csv.hpp"
#include "app/data/graphs.hpp"
#include "app/data/linear_programs.hpp"
#include "app/data/matrix_file.hpp"
#include "app/data/specification.hpp"
#include "app/spec/parameters.hpp"

namespace acgd::spec {

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
    throw InvalidInput("norm", typed.text, "this objective has a vector of variables",
                       fmt::format("say which matrix it is, as in {}:20x30", typed.text));
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
    throw InvalidInput("norm", text, fmt::format("must be {}", kind.syntax));
  }
  try {
    return kind.make({text, std::move(words), shape});
  } catch (const InvalidInput& error) {
    throw in_argument("norm", text, error);
  }
}

namespace {

class Files final : public SetFiles {
 public:
  Matrix matrix(const std::string& file) const override { return data::read_dense(file); }
  std::vector<Vector> lines(const std::string& file) const override {
    return data::read_lines(file);
  }
  std::vector<Edge> edges(const std::string& file) const override { return data::read_edges(file); }
  LinearProgram linear_program(const std::string& file) const override {
    return data::read_linear_program(file);
  }
  std::vector<CapacityEdge> arcs(const std::string& file) const override {
    return data::read_arcs(file);
  }
};

/// What the command line adds to a set.
struct SetWords {
  /// As in "lp:P:R" or "simplex[:T]": the name, and a letter for each parameter, in order; optional
  /// ones in brackets. MxN stands for rows and cols.
  std::string_view syntax;
  std::string_view objective;    ///< of an example, with its arguments
  std::string_view set;          ///< of the example
  std::string_view values = "";  ///< for completions: "l1:1 l1:10"
};

constexpr const char* kTable = "least-squares --data table.csv";

/// In the order of known_sets().
constexpr SetWords kSets[] = {
    {"l1:R", kTable, "l1:2", "l1:1 l1:10 l1:100"},
    {"l2:R", kTable, "l2:2", "l2:1 l2:10 l2:100"},
    {"linf:R", kTable, "linf:2", "linf:1 linf:10 linf:100"},
    {"lp:P:R", kTable, "lp:3:2", "lp:1.5:1 lp:3:1"},
    {"ksparse:K:R", kTable, "ksparse:3:2", "ksparse:5:1 ksparse:10:1"},
    {"knorm:K:R", kTable, "knorm:3:2", "knorm:5:1 knorm:10:1"},
    {"owl:R:FILE", kTable, "owl:2:weights.csv"},
    {"group:NORM:R:GROUPS.csv", kTable, "group:l2:2:groups.csv"},
    {"ellipsoid:FILE", "zakharov --dim 2", "ellipsoid:axes.csv"},
    {"simplex[:T]", kTable, "simplex", "simplex:1 simplex:10"},
    {"unit-simplex[:T]", kTable, "unit-simplex:2", "unit-simplex:1 unit-simplex:10"},
    {"hypersimplex:K[:T]", kTable, "hypersimplex:2", "hypersimplex:2 hypersimplex:10:0.1"},
    {"unit-hypersimplex:K[:T]", kTable, "unit-hypersimplex:2",
     "unit-hypersimplex:2 unit-hypersimplex:10:0.1"},
    {"box:LO:HI", kTable, "box:-1:1", "box:-1:1 box:0:1"},
    {"knapsack:T:FILE", "zakharov --dim 2", "knapsack:1:row.csv"},
    {"equality-knapsack:T:FILE", "zakharov --dim 2", "equality-knapsack:1:row.csv"},
    {"diamond:FILE", "zakharov --dim 2", "diamond:bounds.csv"},
    {"permutahedron:FILE", "zakharov --dim 3", "permutahedron:values.csv"},
    {"nuclear:R[:MxN]", "completion --data ratings.csv", "nuclear:20",
     "nuclear:10 nuclear:100 nuclear:1000"},
    {"spectral:R[:MxN]", "rosenbrock --dim 6", "spectral:2:2x3", "spectral:1 spectral:10"},
    {"schatten:P:R[:MxN]", "rosenbrock --dim 6", "schatten:1.5:2:2x3",
     "schatten:1.5:1 schatten:3:1"},
    {"spectraplex[:T[:NxN]]", "sum-of-squares --dim 16", "spectraplex:2:4x4",
     "spectraplex:1 spectraplex:10"},
    {"spectrahedron[:T[:NxN]]", "rosenbrock --dim 16", "spectrahedron:2:4x4",
     "spectrahedron:1 spectrahedron:10"},
    {"fantope:K[:NxN]", "sum-of-squares --dim 16", "fantope:2:4x4", "fantope:1 fantope:2"},
    {"birkhoff[:N]", "zakharov --dim 9", "birkhoff", "birkhoff"},
    {"transport:FILE", "zakharov --dim 6", "transport:margins.csv"},
    {"dag:EDGES.csv", "zakharov --dim 4", "dag:edges.csv"},
    {"flow:NETWORK.csv[,SUPPLIES.csv]", "zakharov --dim 5", "flow:network.csv,supplies.csv"},
    {"matching:EDGES.csv", "zakharov --dim 4", "matching:pairs.csv"},
    {"perfect-matching:EDGES.csv", "zakharov --dim 4", "perfect-matching:pairs.csv"},
    {"spanning-tree:EDGES.csv", "zakharov --dim 5", "spanning-tree:roads.csv"},
    {"tv:R[:EDGES.csv]", "rosenbrock --dim 10", "tv:2", "tv:1 tv:10"},
    {"hull:FILE", "zakharov --dim 2", "hull:points.csv"},
    {"symmetric-hull:FILE", "zakharov --dim 2", "symmetric-hull:atoms.csv"},
    {"polyhedron:FILE.mps", "zakharov --dim 2", "polyhedron:blend.mps"},
    {"product:N*SET,N*SET", "zakharov --dim 8", "product:3*simplex,5*l1:2"},
};

/// The product of the sets that a text such as "3*simplex,5*l1:2" names.
struct ProductOfText {
  static constexpr std::string_view name = "product";
  static constexpr std::string_view sentence =
      "one set after the other, each for a block of N of the variables";
  static constexpr std::string_view formula =
      "{ (x_1, x_2, ...) : x_i in C_i }, x_i the next N variables.\n"
      "Of one part N may be left out: it gets what is left. So may N of a matrix of MxN.\n"
      "Behind the name of a file, a comma begins a part if N* or the name of a set follows.";

  std::string parts = {};

  Description describe() {
    return {{"parts", parts, range::any,
             "sets with how many variables each has, as in 3*simplex,5*l1:2"}};
  }
  std::unique_ptr<Oracle> begin(const SetContext& context) const {
    return std::make_unique<Product>(make_parts(parts, context.variable));
  }
};

SetKind make_kind(const SetWords& words, const std::vector<KnownSet>& sets) {
  const std::string_view name = words.syntax.substr(0, words.syntax.find_first_of(":["));
  const auto known =
      std::ranges::find_if(sets, [&](const KnownSet& set) { return set.name() == name; });
  if (known == sets.end()) throw std::logic_error(fmt::format("{} is no known set", name));
  std::string sentence(known->sentence());
  if (!known->missing.empty()) {
    sentence += fmt::format(" (not in this build: needs {})", known->missing);
  }
  const std::string_view outside = words.syntax.substr(0, words.syntax.find('['));
  return {{std::string(name), std::string(words.syntax), std::move(sentence)},
          known->choice,
          static_cast<std::size_t>(std::ranges::count(outside, ':')),
          known->formula,
          known->cost,
          fmt::format("--objective {} --set {}", words.objective, words.set),
          words.values.empty() ? std::vector<std::string>() : split(words.values, ' ')};
}

Owner owner_of(const SetKind& set, const std::string& argument = "set") {
  return {argument, set.name, set.syntax, set.required};
}

/// Null if there is none.
const SetKind* kind_named(std::string_view name) {
  const auto& kinds = set_kinds();
  const auto found =
      std::ranges::find_if(kinds, [&](const SetKind& kind) { return kind.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

/// A matrix has the sides that were typed, one of which is enough, or those of the variable.
void require_sides(const std::string& argument, Description& description, const Shape& shape) {
  Parameter* first = find(description, "rows");
  Parameter* second = find(description, "cols");
  if (first == nullptr || second == nullptr) return;
  auto& rows = *std::get<std::optional<Index>*>(first->member);
  auto& cols = *std::get<std::optional<Index>*>(second->member);
  if (!rows && !cols) {
    if (shape.rows != 0) return;
    throw InvalidInput(argument, std::nullopt, "this objective has a vector of variables",
                       "say which matrix it is, as in nuclear:10:20x30");
  }
  if (!rows) rows = shape.dimension / std::max<Index>(*cols, 1);
  if (!cols) cols = shape.dimension / std::max<Index>(*rows, 1);
  to_sides(argument, fmt::format("{}x{}", *rows, *cols), shape.dimension);
}

/// lp:FILE.mps and lp:FILE.lp mean the polyhedron of a linear program, not a ball.
std::string without_alias(const std::string& text) {
  constexpr std::string_view alias = "lp:";
  std::string_view file = text;
  if (file.ends_with(".gz")) file.remove_suffix(3);
  const bool is_program = file.ends_with(".mps") || file.ends_with(".lp");
  return text.starts_with(alias) && is_program ? "polyhedron:" + text.substr(alias.size()) : text;
}

/// What was typed for a parameter; nothing if the text names no set, or it has no such parameter.
std::optional<std::string> typed_for(const std::string& text, std::string_view parameter) {
  try {
    const auto [name, rest] = split_name(without_alias(text));
    const SetKind& set = find_kind("set", name, set_kinds());
    SetChoice choice = set.choice;
    Description description = choice.describe();
    const Parameter* found = find(description, parameter);
    if (found == nullptr) return std::nullopt;
    return match(owner_of(set), rest, description)[found - &description[0]].text;
  } catch (const InvalidInput&) {  // reported when the set is made
  }
  return std::nullopt;
}

/// The files that were typed: a network's supplies are in a second one, after a comma.
std::vector<std::filesystem::path> split_files(const std::string& text, const std::string& typed) {
  const std::size_t comma = typed.rfind(',');
  if (split_name(text).name != NetworkFlows::Parameters::name || comma == std::string::npos) {
    return {typed};
  }
  return {typed.substr(0, comma), typed.substr(comma + 1)};
}

}  // namespace

const std::vector<SetKind>& set_kinds() {
  static const std::vector<SetKind> kinds = [] {
    std::vector<KnownSet> sets = known_sets();
    sets.push_back({ProductOfText{}, ProductOfText::formula, "those of the parts"});
    std::vector<SetKind> list;
    for (const SetWords& words : kSets) list.push_back(make_kind(words, sets));
    return list;
  }();
  return kinds;
}

std::vector<std::filesystem::path> files_of_set(const std::string& text) {
  if (const auto file = typed_for(text, "file")) return split_files(text, *file);
  std::vector<std::filesystem::path> files;
  if (const auto parts = typed_for(text, "parts")) {
    for (const PartWords& part : split_parts(*parts)) {
      const auto file = typed_for(part.set, "file");
      if (!file) continue;
      for (auto& one : split_files(part.set, *file)) files.push_back(std::move(one));
    }
  }
  return files;
}

std::optional<std::filesystem::path> file_of_set(const std::string& text) {
  const auto files = files_of_set(text);
  if (files.empty()) return std::nullopt;
  return files.front();
}

std::optional<std::pair<Index, Index>> sides_of_set(const std::string& text) {
  try {
    auto rows = typed_for(text, "rows"), cols = typed_for(text, "cols");
    if (const auto side = typed_for(text, "side")) rows = cols = side->substr(0, side->find('x'));
    if (!rows || !cols) return std::nullopt;
    if (cols->empty()) {  // both in one word, MxN
      const std::size_t times = rows->find('x');
      if (times == std::string::npos) return std::nullopt;
      cols = rows->substr(times + 1);
      rows = rows->substr(0, times);
    }
    return std::pair(to_count("rows", *rows, 1), to_count("cols", *cols, 1));
  } catch (const InvalidInput&) {  // reported when the set is made
  }
  return std::nullopt;
}

std::optional<Index> size_of_set(const std::string& text) {
  const auto sides = sides_of_set(text);
  if (!sides || sides->first > std::numeric_limits<Index>::max() / sides->second) {
    return std::nullopt;
  }
  return sides->first * sides->second;
}

std::shared_ptr<const Oracle> make_set(const std::string& text, const Shape& shape) {
  return make_set("set", text, shape);
}

std::shared_ptr<const Oracle> make_set(const std::string& argument, const std::string& text,
                                       const Shape& shape) {
  const auto [name, rest] = split_name(without_alias(text));
  const SetKind& set = find_kind(argument, name, set_kinds());
  SetChoice choice = set.choice;
  Description description = choice.describe();
  const Owner owner = owner_of(set, argument);
  try {
    assign(owner, match(owner, rest, description), shape, description);
    require_sides(argument, description, shape);
    const Files files;
    return choice.begin({.variable = shape, .files = &files});
  } catch (const InvalidInput& error) {
    // What is wrong within a file is placed there.
    for (const auto& file : files_of_set(text)) {
      if (error.argument() == file.string()) throw;
    }
    throw in_argument(owner.argument, text, error);
  }
}

std::vector<std::pair<std::string, std::string>> parameters_of(const SetKind& set) {
  std::vector<std::string> letters;
  for (std::string word : split(set.syntax, ':')) {
    std::erase_if(word, [](char c) { return c == '[' || c == ']'; });
    if (word == "MxN") {
      letters.insert(letters.end(), {"M", "N"});
    } else {
      letters.push_back(word);
    }
  }
  SetChoice choice = set.choice;
  const Description description = choice.describe();
  std::vector<std::pair<std::string, std::string>> list;
  for (std::size_t i = 0; i < description.size(); ++i) {
    // The first word is the name of the set.
    list.emplace_back(std::string(description[i].name) + "=" + letters.at(i + 1),
                      summary(description[i], i >= set.required));
  }
  return list;
}

namespace {

/// N*SET or SET. A * that does not follow digits belongs to the name of a file.
PartWords to_part(const std::string& text) {
  const std::size_t star = text.find('*');
  const std::size_t colon = text.find(':');
  if (star == std::string::npos || star > colon) return {.count = "", .set = text};
  return {.count = text.substr(0, star), .set = text.substr(star + 1), .has_count = true};
}

/// Whether a part can begin so.
bool begins_part(const std::string& text) {
  const PartWords part = to_part(text.substr(0, text.find(',')));
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  if (part.has_count) return !part.count.empty() && std::ranges::all_of(part.count, is_digit);
  return kind_named(split_name(part.set).name) != nullptr;
}

/// An error of the part "5*l1:2".
InvalidInput part_error(std::size_t i, const PartWords& part, std::string rule,
                        std::string hint = {}) {
  return {{"parts", i},
          fmt::format("{}{}{}", part.count, part.has_count ? "*" : "", part.set),
          std::move(rule),
          std::move(hint)};
}

/// How many variables each part has: what was typed, what its sides say, or what is left.
std::vector<Index> sizes_of(const std::vector<PartWords>& parts, Index dimension) {
  constexpr Index kOpen = 0;
  std::vector<Index> sizes;
  std::size_t open = parts.size();
  Index taken = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PartWords& part = parts[i];
    const auto implied = size_of_set(part.set);
    if (part.has_count) {
      sizes.push_back(
          to_count({"parts", fmt::format("[{}]: number of variables", i)}, part.count, 1));
    } else {
      sizes.push_back(implied.value_or(kOpen));
    }
    // No sum of what is left can be beyond all integers.
    if (sizes.back() > dimension - taken) {
      throw part_error(
          i, part,
          fmt::format("its {} variables and those before are more than {}, which there are in all",
                      sizes.back(), dimension));
    }
    taken += sizes.back();
    if (sizes.back() != kOpen) continue;
    if (open < parts.size()) {
      throw part_error(
          i, part,
          fmt::format("only one part may leave open how many variables it has, and parts[{}] does",
                      open),
          fmt::format("say N*{}", part.set));
    }
    open = i;
  }
  if (open < parts.size()) {
    if (taken == dimension) {
      throw part_error(open, parts[open],
                       fmt::format("none of the {} variables is left for it", dimension));
    }
    sizes[open] = dimension - taken;
  } else if (taken != dimension) {
    throw InvalidInput(
        fmt::format("the parts have {} variables in all, must have {}", taken, dimension));
  }
  return sizes;
}

}  // namespace

std::vector<PartWords> split_parts(const std::string& text) {
  std::vector<PartWords> parts;
  std::string left = text;
  while (true) {
    std::size_t comma = left.find(',');
    const auto names_file = [&] {
      const std::string set = to_part(left.substr(0, comma)).set;
      return split_name(set).name != ProductOfText::name && file_of_set(set).has_value();
    };
    while (comma != std::string::npos && names_file() && !begins_part(left.substr(comma + 1))) {
      comma = left.find(',', comma + 1);
    }
    parts.push_back(to_part(left.substr(0, comma)));
    if (comma == std::string::npos) return parts;
    left = left.substr(comma + 1);
  }
}

std::vector<std::shared_ptr<const Oracle>> make_parts(const std::string& text,
                                                      const Variable& variable) {
  const std::vector<PartWords> parts = split_parts(text);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].set.empty()) {
      throw InvalidInput({"parts", i}, "there is none, must be N*SET or SET");
    }
    if (split_name(parts[i].set).name != ProductOfText::name) continue;
    throw part_error(i, parts[i],
                     "a product within a product must be typed as its parts, one after the other");
  }
  const std::vector<Index> sizes = sizes_of(parts, variable.dimension);
  std::vector<std::shared_ptr<const Oracle>> sets;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sets.push_back(make_set(fmt::format("parts[{}]", i), parts[i].set, {.dimension = sizes[i]}));
    if (sets.back()->dimension() == sizes[i]) continue;
    throw part_error(
        i, parts[i],
        fmt::format("the set has {} variables, must have {}", sets.back()->dimension(), sizes[i]));
  }
  return sets;
}

namespace {

/// The name of the number that the set grows with; empty if it has none.
std::string radius_of(const SetKind& set) {
  SetChoice choice = set.choice;
  Description description = choice.describe();
  for (const std::string_view name : {"radius", "total", "trace", "top"}) {
    if (find(description, name) != nullptr) return std::string(name);
  }
  return "";
}

bool is_number(const std::string& text) {
  try {
    to_number("radius", text);
    return true;
  } catch (const InvalidInput&) {
    return false;
  }
}

/// Whether the text is that of a set with its radius: "l1:2.5".
bool has_radius(const SetKind& set, const std::optional<std::string>& rest,
                const std::string& radius) {
  SetChoice choice = set.choice;
  Description description = choice.describe();
  const auto place = static_cast<std::size_t>(find(description, radius) - description.data());
  try {
    const Typed typed = match(owner_of(set), rest, description)[place];
    return typed.text && (typed.by_name || is_number(*typed.text));
  } catch (const InvalidInput&) {  // too few: it is the radius that is missing
    return false;
  }
}

/// "lp:3" of "lp:3:2", where the radius is a word of its own; the name alone where it is not found.
std::string without_radius(const SetKind& set, const std::string& rest, const std::string& radius) {
  SetChoice choice = set.choice;
  Description description = choice.describe();
  const auto place = static_cast<std::size_t>(find(description, radius) - description.data());
  std::vector<std::string> words = split(rest, ':');
  if (place >= words.size() || !is_number(words[place])) return set.name;
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(place));
  return words.empty() ? set.name : fmt::format("{}:{}", set.name, fmt::join(words, ":"));
}

/// Every fold uses the same radii, and some sets are read from a file.
SetOfRadius remembered(SetOfRadius make) {
  auto made = std::make_shared<std::map<double, std::shared_ptr<const Oracle>>>();
  return [made, make = std::move(make)](double radius) {
    std::shared_ptr<const Oracle>& set = (*made)[radius];
    if (!set) set = make(radius);
    return set;
  };
}

SetOfRadius of_text(const std::string& text, const Shape& shape) {
  return remembered(
      [text, shape](double radius) { return make_set(with_radius(text, radius), shape); });
}

/// The coefficients of a feature are a group: they are 0 together.
SetOfRadius of_features(Index features, Index outputs) {
  Vector numbers(features * outputs);
  for (Index i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i % features);
  auto groups = std::make_shared<const Groups>(Groups::of_variables(numbers));
  return remembered([groups](double radius) {
    return std::make_shared<GroupBall>(groups, WithinGroup::l2, radius);
  });
}

/// "l1 ball" of "l1 ball of radius 1 in R^3"
std::string in_words(const std::string& text, const Oracle& set) {
  const std::string name = set.name();
  const std::size_t of = name.find(" of ");
  return of == std::string::npos ? text + " set" : name.substr(0, of);
}

}  // namespace

std::vector<std::string> sets_with_radius() {
  std::vector<std::string> names;
  for (const SetKind& set : set_kinds()) {
    if (!radius_of(set).empty()) names.push_back(set.name);
  }
  return names;
}

std::string with_radius(const std::string& text, double radius) {
  const auto [name, rest] = split_name(text);
  const SetKind* set = kind_named(name);
  if (set == nullptr) throw unknown_name("set", name, sets_with_radius());
  const std::string parameter = radius_of(*set);
  if (parameter.empty()) {
    throw InvalidInput("set", text, "has no radius that a path could go along",
                       fmt::format("these have one: {}", fmt::join(sets_with_radius(), ", ")));
  }
  if (has_radius(*set, rest, parameter)) {
    throw InvalidInput(
        "set", text,
        fmt::format("a path tries many radii, so it is left out: --set {} --radii FROM:TO:COUNT",
                    without_radius(*set, rest.value_or(""), parameter)));
  }
  if (!rest && set->syntax.starts_with(name + ":R")) return fmt::format("{}:{}", name, radius);
  return fmt::format("{}:{}={}{}{}", name, parameter, radius, rest ? ":" : "", rest.value_or(""));
}

std::vector<std::filesystem::path> files_of_radius_set(const std::string& text) {
  if (text.empty()) return {};
  try {
    return files_of_set(with_radius(text, 1));
  } catch (const InvalidInput&) {  // reported when the set is made
    return {};
  }
}

RadiusSet make_radius_set(const std::string& text, Index features, Index outputs) {
  RadiusSet set{.of = {}, .shape = {.dimension = features * outputs}, .name = {}, .text = {}};
  if (outputs > 1) set.shape.rows = features, set.shape.cols = outputs;
  if (text.empty() && outputs > 1) {
    set.of = of_features(features, outputs);
    set.name = "ball of the sum over features of the l2 norms of their coefficients";
    set.text = [](double radius) { return fmt::format("group:l2:{}, a feature a group", radius); };
    return set;
  }
  const std::string typed = text.empty() ? std::string(L1Ball::Parameters::name) : text;
  set.of = of_text(typed, set.shape);
  set.name = in_words(typed, *set.of(1));
  set.text = [typed](double radius) { return with_radius(typed, radius); };
  const std::string name = split_name(typed).name;
  set.is_low_rank = outputs > 1 && (name == NuclearBall::Parameters::name ||
                                    name == SchattenBall::Parameters::name);
  return set;
}

namespace {

constexpr std::string_view kNonnegative = "nonnegative", kBounds = "box", kFree = "free";

/// A bound, which may be infinite.
double to_bound(const std::string& text) {
  if (text == "inf" || text == "-inf") {
    return (text == "inf" ? 1 : -1) * std::numeric_limits<double>::infinity();
  }
  return to_number("bound", text);
}

Penalty penalty_of(const std::string& text, const Shape& shape);

Penalty product_of(const std::string& text, const Shape& shape) {
  const std::vector<PartWords> parts = split_parts(text);
  const std::vector<Index> sizes = sizes_of(parts, shape.dimension);
  std::vector<Penalty> penalties;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (split_name(parts[i].set).name == ProductOfText::name) {
      throw part_error(i, parts[i], "a product within a product must be typed as its parts");
    }
    penalties.push_back(penalty_of(parts[i].set, {.dimension = sizes[i]}));
  }
  return Penalty(penalties);
}

Penalty penalty_of(const std::string& text, const Shape& shape) {
  if (const auto typed = split_penalty(text)) {
    return Penalty(make_set("penalty", typed->set, shape), typed->lambda);
  }
  const auto [name, rest] = split_name(text);
  if (name == ProductOfText::name) return product_of(rest.value_or(""), shape);
  if (name == kBounds) {
    const std::vector<std::string> words = split(rest.value_or(""), ':');
    if (words.size() != 2) throw InvalidInput("penalty", text, "must be box:LOWER:UPPER");
    return Penalty::bounds(Vector::Constant(shape.dimension, to_bound(words[0])),
                           Vector::Constant(shape.dimension, to_bound(words[1])));
  }
  if (rest) throw InvalidInput("penalty", text, fmt::format("must be {} alone", name));
  return name == kFree ? Penalty::free(shape.dimension) : Penalty::nonnegative(shape.dimension);
}

}  // namespace

std::vector<std::string> penalty_names() {
  std::vector<std::string> names = sets_with_radius();
  for (const std::string_view name : {kNonnegative, kBounds, kFree, ProductOfText::name}) {
    names.emplace_back(name);
  }
  return names;
}

std::optional<SetPenalty> split_penalty(const std::string& text) {
  const auto [name, rest] = split_name(text);
  if (name == kNonnegative || name == kBounds || name == kFree || name == ProductOfText::name) {
    return std::nullopt;
  }
  const SetKind* set = kind_named(name);
  const std::string parameter = set == nullptr ? "" : radius_of(*set);
  if (parameter.empty()) throw unknown_name("penalty", name, penalty_names());
  SetChoice choice = set->choice;
  Description description = choice.describe();
  const auto place = static_cast<std::size_t>(find(description, parameter) - description.data());
  std::vector<std::string> words = split(rest.value_or(""), ':');
  const std::string by_name = parameter + "=";
  auto word =
      std::ranges::find_if(words, [&](const std::string& one) { return one.starts_with(by_name); });
  if (word == words.end() && place < words.size() && is_number(words[place])) {
    word = words.begin() + static_cast<std::ptrdiff_t>(place);
  }
  if (!rest || word == words.end()) {
    throw InvalidInput(
        "penalty", text, "lambda is missing, the factor of the penalty",
        fmt::format("it stands in the place of the radius or total: {}", set->syntax));
  }
  const double lambda =
      to_number("lambda", word->starts_with(by_name) ? word->substr(by_name.size()) : *word);
  words.erase(word);
  std::string left = name;
  for (const std::string& one : words) left += ":" + one;
  return SetPenalty{with_radius(left, 1), lambda};
}

std::shared_ptr<const Penalty> make_penalty(const std::string& text, const Shape& shape) {
  try {
    return std::make_shared<const Penalty>(penalty_of(text, shape));
  } catch (const InvalidInput& error) {
    if (error.argument() == "penalty") throw;
    for (const auto& file : files_of_penalty(text)) {
      if (error.argument() == file.string()) throw;
    }
    throw InvalidInput("penalty", text, error);
  }
}

std::vector<std::filesystem::path> files_of_penalty(const std::string& text) {
  return files_of_set(text);
}

}  // namespace acgd::spec
