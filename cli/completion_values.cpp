#include "cli/completion_values.hpp"

#include "cli/data_sets.hpp"
#include "cli/explanation.hpp"
#include "cli/topics.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
namespace {

/// The names of a list; one that a parameter must follow ends with its colon.
Values values_in(const std::string& topic) {
  Values values;
  for (const problem::Kind& kind : problem::find_kind("topic", topic, topics()).kinds) {
    const bool needs_more = kind.syntax.starts_with(kind.name + ":");
    values.words.push_back(needs_more ? kind.name + ":" : kind.name);
    const Explanation* more = find_explanation(topic, kind.name);
    if (more == nullptr) continue;
    values.filled.insert(values.filled.end(), more->values.begin(), more->values.end());
    if (needs_more && more->values.empty()) values.files_behind.push_back(kind.name + ":");
  }
  return values;
}

Values list_of(const std::string& topic) {
  Values values = values_in(topic);
  values.is_list = true;
  return values;
}

}  // namespace

std::vector<std::string> names_in(const std::string& topic) {
  std::vector<std::string> names;
  for (const problem::Kind& kind : problem::find_kind("topic", topic, topics()).kinds) {
    names.push_back(kind.name);
  }
  return names;
}

Values values_of(const FlagWords& flag) {
  if (flag.name == "--objective") return values_in("objectives");
  if (flag.name == "--set") return values_in("sets");
  if (flag.name == "--step") return values_in("steps");
  if (flag.name == "--steps" || flag.name == "--strategies") return list_of("steps");
  if (flag.name == "--norm") return values_in("norms");
  if (flag.name == "--x0") return {.words = {"zero", "vertex", "gaussian"}, .files = true};
  if (flag.name == "--loss") {
    return {.words = {"huber:", "squared"}, .filled = {"huber:0.1", "huber:1", "huber:10"}};
  }
  if (flag.value == "FILE") return {.files = true};
  if (flag.value == "DIR") return {.folders = true};
  // The words themselves, as in paper|published; N|SECONDS are none.
  if (flag.value.find('|') != std::string::npos && std::islower(flag.value[0]) != 0) {
    return {.words = problem::split(flag.value, '|')};
  }
  return {};
}

std::vector<std::string> words_after(const CommandWords& command) {
  if (!command.commands.empty()) return names_of(command.commands);
  if (command.name == "acgd reproduce") return names_in("experiments");
  if (command.name == "acgd completion") return {"bash", "zsh", "fish"};
  std::vector<std::string> names;
  if (command.name == "acgd data fetch") {
    for (const DataSet& set : data_sets()) names.push_back(set.name);
  }
  if (command.name == "acgd list" || command.name == "acgd help") {
    for (const Topic& topic : topics()) names.push_back(topic.name);
  }
  if (command.name == "acgd help") {
    for (const Topic& topic : topics()) {
      for (const std::string& name : names_in(topic.name)) names.push_back(name);
    }
  }
  return names;
}

}  // namespace acgd::cli
