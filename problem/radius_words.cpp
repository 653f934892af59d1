#include "problem/radius_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <map>

#include "acgd/core/error.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "problem/parameter_words.hpp"
#include "problem/words.hpp"

namespace acgd::problem {
namespace {

/// The name of the number that the set grows with; empty if it has none.
std::string radius_of(const KnownSet& set) {
  SetChoice choice = set.choice;
  Description description = choice.describe();
  for (const std::string_view name : {"radius", "total", "trace", "top"}) {
    if (find(description, name) != nullptr) return std::string(name);
  }
  return "";
}

const KnownSet* known_set(const std::string& name) {
  for (const KnownSet& set : known_sets()) {
    if (set.name() == name) return &set;
  }
  return nullptr;
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
bool has_radius(const KnownSet& set, const std::optional<std::string>& rest,
                const std::string& radius) {
  SetChoice choice = set.choice;
  Description description = choice.describe();
  const auto place = static_cast<std::size_t>(find(description, radius) - description.data());
  const Owner owner{"set", std::string(set.name()), std::string(set.syntax), set.required()};
  try {
    const Typed typed = match(owner, rest, description)[place];
    return typed.text && (typed.by_name || is_number(*typed.text));
  } catch (const InvalidInput&) {  // too few: it is the radius that is missing
    return false;
  }
}

/// "lp:3" of "lp:3:2", where the radius is a word of its own; the name alone where it is not found.
std::string without_radius(const KnownSet& set, const std::string& rest,
                           const std::string& radius) {
  SetChoice choice = set.choice;
  Description description = choice.describe();
  const auto place = static_cast<std::size_t>(find(description, radius) - description.data());
  std::vector<std::string> words = split(rest, ':');
  const std::string name(set.name());
  if (place >= words.size() || !is_number(words[place])) return name;
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(place));
  return words.empty() ? name : fmt::format("{}:{}", name, fmt::join(words, ":"));
}

/// Every fold asks for the same radii again, and some sets are read from a file.
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
  for (const KnownSet& set : known_sets()) {
    if (!radius_of(set).empty()) names.emplace_back(set.name());
  }
  return names;
}

std::string with_radius(const std::string& text, double radius) {
  const auto [name, rest] = split_name(text);
  const KnownSet* set = known_set(name);
  if (set == nullptr) refuse_name("set", name, sets_with_radius());
  const std::string parameter = radius_of(*set);
  if (parameter.empty()) {
    throw InvalidInput(
        fmt::format("set = {}: has no radius that a path could go along; these have one: {}", text,
                    fmt::join(sets_with_radius(), ", ")));
  }
  if (has_radius(*set, rest, parameter)) {
    throw InvalidInput(fmt::format(
        "set = {}: a path tries many radii, so it is left out: --set {} --radii FROM:TO:COUNT",
        text, without_radius(*set, rest.value_or(""), parameter)));
  }
  if (!rest && set->syntax.starts_with(name + ":R")) return fmt::format("{}:{}", name, radius);
  return fmt::format("{}:{}={}{}{}", name, parameter, radius, rest ? ":" : "", rest.value_or(""));
}

std::vector<std::filesystem::path> files_of_radius_set(const std::string& text) {
  if (text.empty()) return {};
  try {
    return files_of_set(with_radius(text, 1));
  } catch (const InvalidInput&) {  // who makes the set will say so
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

}  // namespace acgd::problem
