#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "acgd/fit/completion.hpp"
#include "app/data/csv.hpp"
#include "app/data/ratings.hpp"
#include "app/spec/model_file.hpp"
#include "app/spec/objectives.hpp"

/// From ratings to models, and from models to predictions. Users and items have the numbers of their
/// file.
namespace acgd::spec {

/// Ratings of a file.
struct LoadedRatings {
  ObservedMatrix seen;
  Index first_user = 1;
  Index first_item = 1;
  double lowest = 0, highest = 0;   ///< of the ratings of all ranks
  std::string description;          ///< "100000 ratings of a 943 x 1682 matrix"
  std::vector<std::string> header;  ///< empty: the file has none
};

/// Each rank of a team reads a slice of the file; numbers of users and items are those of all ranks.
LoadedRatings load_ratings(const std::filesystem::path& file, const Team& team = *alone());

/// The loss of the objective's parameters or of --loss; `otherwise` if neither is given. Throws
/// InvalidInput.
CompletionOptions completion_options(const ObjectiveSource& source, CompletionOptions otherwise);

/// A path of radii for the ratings of source.data, biases first; the loss is squared unless the
/// source has another one. The model has the user and item numbers of the file. Throws InvalidInput
/// for invalid input, FileError for unreadable files.
CompletionPath fit_ratings(const ObjectiveSource& source, CompletionPathOptions options = {});

struct PredictedPairs {
  data::CsvTable table;  ///< columns user, item, prediction
  std::string note;      ///< number of pairs without training data; empty if there are none
};

/// Predictions for the pairs of user and item in a file.
PredictedPairs predict_pairs(const CompletionModel& model, const std::filesystem::path& file);

/// The items with the highest predictions for a user, best first, without those already rated:
/// columns item, prediction. Throws InvalidInput for a user outside the model.
data::CsvTable recommend(const CompletionModel& model, Index user, Index top,
                         bool with_rated = false);

// Models of ratings as files. Numbers are read back to the same bits.

/// One key per line:
///
///     "acgd", "version"           of the program, of the layout (1)
///     "kind"                      "completion"
///     "objective", "set"          as typed
///     "users", "items", "rank"    their numbers
///     "first_user", "first_item"  0 or 1: the number of the first one
///     "mean"
///     "user_biases"               one number per user; absent: 0
///     "item_biases"               one number per item; absent: 0
///     "user_factors"              a list of `rank` numbers per user
///     "item_factors"              the same for an item
///     "range"                     the lowest and the highest rating, to which predictions are
///                                 clipped; absent, as in older files: they are not
///     "rated"                     one list per user: the rated items, ascending
///     "scores", "value", "gap"
///
/// A prediction is mean + user bias + item bias + user factors times item factors, clipped.
std::string to_json(const CompletionModel& model);

/// `clip`: whether predictions are clipped to the range. Throws InvalidInput, naming the key, unless
/// the document has the format of to_json().
CompletionModel to_completion_model(const ModelDocument& document, bool clip = true);

}  // namespace acgd::spec
