#include "problem/set_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "acgd/core/error.hpp"
#include "io/edges.hpp"
#include "io/matrix_file.hpp"
#include "problem/parameter_words.hpp"
#include "problem/words.hpp"

namespace acgd::problem {
namespace {

class Files final : public SetFiles {
 public:
  Matrix matrix(const std::string& file) const override { return io::read_dense(file); }
  std::vector<Edge> edges(const std::string& file) const override { return io::read_edges(file); }
};

Owner owner_of(const KnownSet& set) {
  return {"set", std::string(set.name()), std::string(set.syntax), set.required()};
}

const KnownSet& find_set(const std::string& name) {
  for (const KnownSet& set : known_sets()) {
    if (set.name() == name) return set;
  }
  std::vector<std::string> names;
  for (const KnownSet& set : known_sets()) names.emplace_back(set.name());
  refuse_name("set", name, names);
}

/// A matrix has the sides that were typed, one of which is enough, or those of the variable.
void require_sides(Description& description, const Shape& shape) {
  Parameter* first = find(description, "rows");
  Parameter* second = find(description, "cols");
  if (first == nullptr || second == nullptr) return;
  auto& rows = *std::get<std::optional<Index>*>(first->member);
  auto& cols = *std::get<std::optional<Index>*>(second->member);
  if (!rows && !cols) {
    if (shape.rows != 0) return;
    throw InvalidInput(
        "set: this objective has a vector of variables; say which matrix it is, as in "
        "nuclear:10:20x30");
  }
  if (!rows) rows = shape.dimension / std::max<Index>(*cols, 1);
  if (!cols) cols = shape.dimension / std::max<Index>(*rows, 1);
  to_sides("set", fmt::format("{}x{}", *rows, *cols), shape.dimension);
}

}  // namespace

const std::vector<Kind>& set_kinds() {
  static const std::vector<Kind> kinds = [] {
    std::vector<Kind> list;
    for (const KnownSet& set : known_sets()) {
      list.push_back(
          {std::string(set.name()), std::string(set.syntax), std::string(set.sentence())});
    }
    return list;
  }();
  return kinds;
}

std::optional<std::filesystem::path> file_of_set(const std::string& text) {
  try {
    const auto [name, rest] = split_name(text);
    const KnownSet& set = find_set(name);
    SetChoice choice = set.choice;
    const Description description = choice.describe();
    if (description.empty() || description.back().name != "file") return std::nullopt;
    const Typed file = match(owner_of(set), rest, description).back();
    if (file.text) return *file.text;
  } catch (const InvalidInput&) {  // who makes the set will say so
  }
  return std::nullopt;
}

std::shared_ptr<const Oracle> make_set(const std::string& text, const Shape& shape) {
  const auto [name, rest] = split_name(text);
  const KnownSet& set = find_set(name);
  SetChoice choice = set.choice;
  Description description = choice.describe();
  const Owner owner = owner_of(set);
  try {
    assign(owner, match(owner, rest, description), shape, description);
    require_sides(description, shape);
    const Files files;
    return choice.begin({.variable = shape, .files = &files});
  } catch (const InvalidInput& error) {
    // What is wrong within a file is placed there.
    const auto file = file_of_set(text);
    if (file && std::string_view(error.what()).starts_with(file->string())) throw;
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
