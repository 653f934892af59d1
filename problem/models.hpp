#pragma once

#include "problem/objective_kinds.hpp"
#include "problem/parameter_words.hpp"
#include "problem/words.hpp"

/// The rows of the table of objectives.
namespace acgd::problem {

std::vector<ObjectiveKind> sample_objectives();   ///< losses of samples: a matrix and its targets
std::vector<ObjectiveKind> matrix_objectives();   ///< made of one matrix
std::vector<ObjectiveKind> network_objectives();  ///< of flows in a network

/// What the tool has to know of an objective beside what its own header says.
struct ObjectiveArguments {
  std::string arguments;                ///< as lists show them: "--Q FILE [--b FILE]"
  std::vector<std::string> needs;       ///< names of the arguments that must be given
  std::vector<std::string> takes = {};  ///< names of those that may
  std::string example;                  ///< arguments of `acgd solve` behind the objective
  bool has_set = false;                 ///< that follows from its data
};

/// Of an objective that has none.
struct NoParameters {
  Description describe() { return {}; }
};

/// A row: name, sentence and formula are those of `Named`; `load` gets the parameters that were
/// typed behind the name.
template <class Named, class Parameters, class Load>
ObjectiveKind objective_kind(const ObjectiveArguments& tool, Load load) {
  const std::string name(Named::name);
  ObjectiveKind kind{{name, name + " " + tool.arguments, std::string(Named::sentence)},
                     tool.needs,
                     tool.takes,
                     std::string(Named::formula),
                     tool.example,
                     tool.has_set,
                     nullptr};
  Parameters defaults;
  for (const Parameter& parameter : defaults.describe()) {
    kind.parameters.emplace_back(parameter.name, told(parameter, true));
  }
  kind.load = [name, load](const ObjectiveSource& source, const std::optional<std::string>& rest) {
    static_cast<void>(rest);
    Parameters parameters;
    Description description = parameters.describe();
    read_parameters({.argument = "objective", .name = name, .syntax = name}, source.name,
                    description);
    return load(source, parameters);
  };
  return kind;
}

/// What a user says about the samples of a loss with targets of this kind. Throws InvalidInput.
SamplesSource samples_source(const ObjectiveSource& source, TargetKind kind);

/// What a description of samples says of it: ", and a ridge of 0.5"; nothing if there is none.
std::string ridge_words(double ridge);

/// The number after the colon of "huber:1"; throws InvalidInput if the loss is another one.
double huber_parameter(const std::string& loss);
/// Throws InvalidInput: what --loss says was typed behind the name of the objective, too.
[[noreturn]] void refuse_second_loss();

}  // namespace acgd::problem
