#include "problem/set_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "acgd/core/error.hpp"
#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "io/edges.hpp"
#include "io/lines.hpp"
#include "io/matrix_file.hpp"
#include "io/mps.hpp"
#include "problem/parameter_words.hpp"
#include "problem/product_words.hpp"
#include "problem/words.hpp"

namespace acgd::problem {
namespace {

class Files final : public SetFiles {
 public:
  Matrix matrix(const std::string& file) const override { return io::read_dense(file); }
  std::vector<Vector> lines(const std::string& file) const override { return io::read_lines(file); }
  std::vector<Edge> edges(const std::string& file) const override { return io::read_edges(file); }
  LinearProgram linear_program(const std::string& file) const override {
    return io::read_linear_program(file);
  }
  std::vector<std::shared_ptr<const Oracle>> parts(const std::string& text,
                                                   const Variable& variable) const override {
    return make_parts(text, variable);
  }
  std::vector<CapacityEdge> arcs(const std::string& file) const override {
    return io::read_arcs(file);
  }
};

Owner owner_of(const KnownSet& set, const std::string& argument = "set") {
  return {argument, std::string(set.name()), std::string(set.syntax), set.required()};
}

const KnownSet& find_set(const std::string& name, const std::string& argument = "set") {
  for (const KnownSet& set : known_sets()) {
    if (set.name() == name) return set;
  }
  std::vector<std::string> names;
  for (const KnownSet& set : known_sets()) names.emplace_back(set.name());
  refuse_name(argument, name, names);
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
    throw InvalidInput(argument +
                       ": this objective has a vector of variables; say which matrix it is, as in "
                       "nuclear:10:20x30");
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
    const KnownSet& set = find_set(name);
    SetChoice choice = set.choice;
    Description description = choice.describe();
    const Parameter* found = find(description, parameter);
    if (found == nullptr) return std::nullopt;
    return match(owner_of(set), rest,
                 description)[static_cast<std::size_t>(found - &description[0])]
        .text;
  } catch (const InvalidInput&) {  // who makes the set will say so
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

const std::vector<Kind>& set_kinds() {
  static const std::vector<Kind> kinds = [] {
    std::vector<Kind> list;
    for (const KnownSet& set : known_sets()) {
      std::string sentence(set.sentence());
      if (!set.missing.empty()) {
        sentence += fmt::format(" (not in this build: needs {})", set.missing);
      }
      list.push_back({std::string(set.name()), std::string(set.syntax), std::move(sentence)});
    }
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
  } catch (const InvalidInput&) {  // who makes the set will say so
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
  const KnownSet& set = find_set(name, argument);
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
      if (std::string_view(error.what()).starts_with(file.string())) throw;
    }
    refuse_typed(owner.argument, text, error);
  }
}

std::vector<std::pair<std::string, std::string>> parameters_of(const KnownSet& set) {
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
                      told(description[i], i >= set.required()));
  }
  return list;
}

}  // namespace acgd::problem
