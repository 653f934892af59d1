#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/outputs.hpp"
#include "app/commands/streams.hpp"
#include "app/data/samples.hpp"
#include "app/spec/model_file.hpp"
#include "app/spec/ratings_model.hpp"
#include "app/spec/sample_models.hpp"

namespace acgd::commands {

namespace {

/// acgd predict: predictions of a model for other data.
class Predict final : public Command {
 public:
  std::string name() const override { return "predict"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  Paths check_paths() const;
  int predict_linearly(const spec::ModelDocument& document, const Paths& paths) const;
  /// For pairs of user and item.
  int predict_ratings(const spec::ModelDocument& document, const Paths& paths) const;
  void tell(const Paths& paths, Index count, const Scores& scores) const;

  OutputPath model_, data_, targets_;
  std::string format_, target_column_;
  std::filesystem::path output_ = "-";
  OutputPath typed_output_;
  bool probabilities_ = false, no_clip_ = false, quiet_ = false;
};

}  // namespace

void Predict::add_to(Parser& parser) {
  Arguments arguments = parser.add_command(name(), "predict by a model of solve or path");
  arguments.add("--model", model_,
                {"FILE", "what --model of acgd solve or path has written", true});
  arguments.add("--data", data_,
                {"FILE",
                 "samples: columns are found by name where model and file have names; or pairs of "
                 "user and item; - is standard input",
                 true});
  arguments.add("--format", format_,
                {"csv|tsv|npy|mtx|libsvm|text", "of --data, where its name does not say"});
  arguments.add(
      "--targets", targets_,
      {"FILE", "what is to be predicted, where it is known: then predictions are judged"});
  arguments.add("--target-column", target_column_,
                {"NAME|INDEX",
                 "the same as a column of --data; that of the training data unless "
                 "given"});
  arguments.add_flag("--probabilities", probabilities_, "add the probability of each class");
  arguments.add("--output", typed_output_,
                {"FILE", "CSV: prediction, or class; standard output unless given"});
  arguments.add_flag("--no-clip", no_clip_,
                     "of a model of ratings: predictions beyond the range of its ratings, too");
  arguments.add_flag("--quiet", quiet_, "print nothing but the predictions");
}

Paths Predict::check_paths() const {
  Paths paths;
  paths.read("--model", model_);
  paths.read("--data", data_);
  paths.read("--targets", targets_);
  paths.write("--output", output_);
  paths.check();
  check_output("output", output_);
  return paths;
}

int Predict::predict_linearly(const spec::ModelDocument& document, const Paths& paths) const {
  if (no_clip_) throw InvalidInput("no-clip", "has no effect for a model of samples");
  const LinearModel model = spec::to_linear_model(document);
  if (probabilities_ && !spec::has_probabilities(model)) {
    throw InvalidInput("probabilities", fmt::format("the model of {} has none", model.objective));
  }
  const auto [samples, summary, maps, notes] =
      spec::read_consistent({.data = *data_,
                             .targets = targets_,
                             .format = data::to_format("format", format_),
                             .choices = {.target_column = target_column_}},
                            spec::layout_of(model), spec::Purpose::prediction);
  const spec::Predictions predictions = spec::predict(model, samples.features);
  write_output(output_, spec::to_csv(model, predictions, probabilities_));
  for (const std::string& note : notes) print(stderr, "acgd: {}\n", note);
  tell(paths, row_count(samples.features), spec::evaluate(model, predictions, samples.targets));
  return exit_code::usable;
}

int Predict::predict_ratings(const spec::ModelDocument& document, const Paths& paths) const {
  const std::pair<const char*, bool> idle[] = {{"format", !format_.empty()},
                                               {"targets", targets_.has_value()},
                                               {"target-column", !target_column_.empty()},
                                               {"probabilities", probabilities_}};
  for (const auto& [name, given] : idle) {
    if (given) throw InvalidInput(name, "has no effect for a model of ratings");
  }
  const auto [table, note] =
      spec::predict_pairs(spec::to_completion_model(document, !no_clip_), *data_);
  write_output(output_, data::to_csv(table));
  if (!note.empty()) print(stderr, "acgd: {}\n", note);
  tell(paths, table.values.rows(), {});
  return exit_code::usable;
}

void Predict::tell(const Paths& paths, Index count, const Scores& scores) const {
  if (quiet_) return;
  if (!is_direct(output_)) {
    print(paths.text(), "{} predictions of {} in {}\n", count, data_->string(), output_.string());
  }
  for (const auto& [name, score] : scores) print(paths.text(), "  {:<13}  {:.6g}\n", name, score);
}

int Predict::run(const Context&) {
  if (typed_output_) output_ = *typed_output_;
  if (targets_ && !target_column_.empty()) {
    throw InvalidInput("target-column", "has no effect with --targets, which has them");
  }
  const Paths paths = check_paths();
  tell_where_to_fetch(*data_);
  const spec::ModelDocument document(*model_);
  const std::string kind = document.kind();
  if (kind == "linear") return predict_linearly(document, paths);
  if (kind == "completion") return predict_ratings(document, paths);
  throw InvalidInput("model", model_->string(),
                     fmt::format("is of the kind {}: must be linear or completion", kind));
}

std::unique_ptr<Command> make_predict() { return std::make_unique<Predict>(); }

}  // namespace acgd::commands
