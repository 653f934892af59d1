#pragma once

#include <string>

#include "acgd/fit/completion.hpp"
#include "problem/model_document.hpp"

/// Models of ratings, as files. Numbers are read back to the same bits.
namespace acgd::problem {

/// A key a line:
///
///     "acgd", "version"           of the program, of the layout (1)
///     "kind"                      "completion"
///     "objective", "set"          as they are typed
///     "users", "items", "rank"    how many
///     "first_user", "first_item"  0 or 1: what the first ones are called
///     "mean"
///     "user_biases"               a number a user; absent: 0
///     "item_biases"               a number an item; absent: 0
///     "user_factors"              a list of `rank` numbers a user
///     "item_factors"              the same for an item
///     "range"                     the lowest and the highest rating, to which predictions are
///                                 clipped; absent, as in older files: they are not
///     "rated"                     a list a user: the items it has rated, ascending
///     "scores", "value", "gap"
///
/// A prediction is mean + user bias + item bias + user factors times item factors, clipped.
std::string to_json(const CompletionModel& model);

/// Whether or not its predictions are clipped. Throws InvalidInput, naming the key, unless the
/// document is as to_json() writes it.
CompletionModel to_completion_model(const ModelDocument& document, bool clip = true);

}  // namespace acgd::problem
