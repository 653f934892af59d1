#pragma once

#include <string>

#include "acgd/fit/path.hpp"
#include "problem/model_document.hpp"

/// Models that predict linearly, as files. Numbers are read back to the same bits.
namespace acgd::problem {

/// {"acgd", "version", "kind": "linear", "objective", "set", "target", "features", "columns",
///  "classes", "coefficients", "intercept", "scaling", "scores", "value", "gap"}
///
/// There is an object of coefficients for each output, with those that are not 0: by the names of
/// the columns, or their numbers from 1 if they have no names of their own.
std::string to_json(const LinearModel& model);

/// Throws InvalidInput, naming the key, unless the document is as to_json() writes it.
LinearModel to_linear_model(const ModelDocument& document);

/// Throws InvalidInput unless all names of the model can be written in JSON.
void check_names(const LinearModel& model);

}  // namespace acgd::problem
