#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "acgd/core/error.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "cli/commands.hpp"
#include "cli/data_sets.hpp"
#include "cli/live_line.hpp"
#include "cli/path_arguments.hpp"
#include "cli/path_json.hpp"
#include "cli/path_outputs.hpp"
#include "cli/path_report.hpp"
#include "cli/paths.hpp"
#include "cli/ratings_path.hpp"
#include "cli/result_json.hpp"
#include "cli/run_arguments.hpp"
#include "cli/run_problem.hpp"
#include "cli/sample_arguments.hpp"
#include "cli/streams.hpp"
#include "problem/completion_model_file.hpp"
#include "problem/direction_kinds.hpp"
#include "problem/families.hpp"
#include "problem/model_file.hpp"
#include "problem/radius_words.hpp"
#include "problem/ratings_model.hpp"

namespace acgd::cli {
namespace {

/// acgd path: fits of samples over sets of growing radius, and which of them predicts best.
class PathCommand final : public Command {
 public:
  std::string name() const override { return "path"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  int run_samples(const Context& context, const Paths& paths);
  /// Of a matrix of ratings.
  int run_ratings(const Context& context, const Paths& paths);
  /// All files that are read and written; throws InvalidInput if they cannot be.
  Paths check_paths() const;
  /// How each fit goes; the step rule is `otherwise` if none was typed.
  Options run_options(const problem::Shape& shape, const Context& context,
                      const StepChoice& otherwise) const;
  /// "Direction: corrective (auto). Step rule: adaptive-adjustable."
  std::string rules(const Options& options, const std::string& direction) const;
  PathOptions options(const problem::Shape& shape, const Context& context) const;
  ToldPath told(const Path& path, const problem::FamilySamples& data,
                const problem::RadiusSet& set) const;
  LinearModel model(const ToldPath& told, const problem::FamilySamples& data,
                    const problem::RadiusSet& set) const;
  bool shows_line() const { return !run_.quiet && run_.log_every == 0; }

  problem::ObjectiveSource source_;
  problem::Flags typed_;
  std::string set_;
  PathArguments path_;
  RunArguments run_;
  std::optional<std::string> step_;
  std::string direction_ = std::string(Options().direction.name());
  PathOutputs files_;
};

/// Columns without a name are counted from 1, as in LIBSVM files.
std::vector<std::string> feature_names(const problem::SampleLayout& layout) {
  if (!layout.columns.empty()) return layout.columns;
  std::vector<std::string> names;
  for (Index j = 1; j <= layout.features; ++j) names.push_back(fmt::format("{}", j));
  return names;
}

/// Shows which fit is under way, beside the observer that there is.
void watch(PathOptions& options, ProgressLine& line) {
  auto now = std::make_shared<PathProgress>();
  options.progress = [now](const PathProgress& progress) { *now = progress; };
  options.run.observer = [now, &line,
                          also = std::move(options.run.observer)](const Record& record) {
    line.show([&] {
      const std::string of = now->fits > 0 ? fmt::format(" of {}", now->fits) : "";
      return fmt::format("fit {}{}  iteration {}  value {:.6g}", now->fits_done + 1, of,
                         record.iteration, record.value);
    });
    return also && also(record);
  };
}

int path_exit_code(const Path& path, Index chosen) {
  if (path.interrupted) return exit_code::interrupted;
  const Status last = path.fits.back().status;  // a path ends where a fit has failed
  return exit_code_of(is_usable(last) ? path.fits.at(static_cast<std::size_t>(chosen)).status
                                      : last);
}

int tell_nothing() {
  print(stderr, "acgd: interrupted before the first fit was done\n");
  return exit_code::interrupted;
}

/// Throws InvalidInput unless a model can be written.
void check_names(const problem::SampleLayout& layout) {
  problem::check_names({.objective = {},
                        .columns = layout.columns,
                        .classes = layout.coding.classes,
                        .coefficients = {},
                        .target = layout.target});
}

}  // namespace

void PathCommand::add_to(Parser& parser) {
  Arguments arguments = parser.add_command(
      name(), "fits of growing radius, which of them predicts best, and the model");
  arguments.begin_group("Problem");
  arguments.add("--objective", source_.name,
                {"NAME", "a loss of samples, or completion; see: acgd list objectives", true});
  add_samples(arguments, source_, typed_);
  arguments.add("--loss", source_.loss, {"LOSS", "of completion and huber: huber:RHO or squared"});
  arguments.add_flag("--biases", source_.biases,
                     "of completion: fit a constant for each user and item first");
  arguments.add("--set", set_,
                {"SHAPE",
                 "the set without its radius, as l1, nuclear or group:l2:groups.csv; l1 unless "
                 "given, and of several classes the coefficients of a feature as a group"});
  path_.add_to(arguments);
  arguments.begin_group("Step rule");
  arguments.add("--step", step_,
                {"RULE",
                 "the step rule, as short or fixed:length=0.1; one that suits unless given; see: "
                 "acgd list steps"});
  arguments.add(
      "--direction", direction_,
      {"RULE", "the direction rule, as toward or pairwise:lazy=true; see: acgd list directions"});
  run_.add_to(arguments);
  files_.add_to(arguments);
}

Paths PathCommand::check_paths() const {
  Paths paths;
  declare_samples(paths, source_);
  for (const auto& file : problem::files_of_radius_set(set_)) paths.read("--set", file);
  files_.declare(paths);
  paths.check();
  files_.check();
  return paths;
}

Options PathCommand::run_options(const problem::Shape& shape, const Context& context,
                                 const StepChoice& otherwise) const {
  const std::string step = step_.value_or(std::string(otherwise.name()));
  Options options = run_.options(shape);
  options.step = run_.make_steps({step})[0];
  options.direction = problem::make_direction(direction_);
  options.observer = log_lines(run_.log_every, run_.quiet, step);
  options.interrupt = context.interrupt;
  options.trace = false;
  return options;
}

std::string PathCommand::rules(const Options& options, const std::string& direction) const {
  return fmt::format("Direction: {}. Step rule: {}.", direction_text(direction_, direction),
                     step_.value_or(std::string(options.step.name())));
}

PathOptions PathCommand::options(const problem::Shape& shape, const Context& context) const {
  PathOptions options;
  path_.set(options);
  options.intercept = source_.samples.intercept;
  options.standardize = source_.samples.standardize;
  options.ridge = source_.ridge;
  options.run = run_options(shape, context, Options().step);
  return options;
}

ToldPath PathCommand::told(const Path& path, const problem::FamilySamples& data,
                           const problem::RadiusSet& set) const {
  const problem::SampleSummary& summary = data.loaded.summary;
  return {.path = path,
          .chosen = path_.chosen(path),
          .objective = source_.name,
          .set = set.name,
          .is_low_rank = set.is_low_rank,
          .data = summary.description() + problem::ridge_words(source_.ridge),
          .samples = data.loaded.samples.count(),
          .features = feature_names(summary.layout),
          .has_names = !summary.layout.columns.empty(),
          .classes = summary.layout.coding.classes,
          .folds = path_.fold_count(),
          .seed = path_.seed,
          .found_radii = path_.radii.starts_with("auto")};
}

LinearModel PathCommand::model(const ToldPath& told, const problem::FamilySamples& data,
                               const problem::RadiusSet& set) const {
  const problem::SampleLayout& layout = data.loaded.summary.layout;
  LinearModel model = told.path.model(told.chosen);
  model.objective = source_.name;
  model.set = set.text(told.path.fits.at(static_cast<std::size_t>(told.chosen)).radius);
  model.columns = layout.columns;
  if (layout.coding.numbers_classes()) model.classes = layout.coding.classes;
  model.target = layout.target;
  model.fill = layout.fill;
  return model;
}

int PathCommand::run(const Context& context) {
  const Paths paths = check_paths();
  if (source_.data) tell_where_to_fetch(*source_.data);
  const bool of_ratings = problem::split_name(source_.name).name == MatrixCompletion::name;
  return of_ratings ? run_ratings(context, paths) : run_samples(context, paths);
}

int PathCommand::run_ratings(const Context& context, const Paths& paths) {
  path_.check_for_ratings();
  problem::check_arguments(source_);
  if (!set_.empty() && set_ != NuclearBall::Parameters::name) {
    throw InvalidInput(fmt::format("set = {}: must be nuclear for the objective completion", set_));
  }
  CompletionPathOptions options;
  options.radii = to_radii("radii", path_.radii).list;
  options.seed = path_.seed;
  options.fit.biases.biases = source_.biases;
  options.fit.run = run_options({}, context, options.fit.run.step);
  CompletionPath path;
  {
    ProgressLine line(!shows_line());
    Index done = 0;
    options.progress = [&](const CompletionPathFit& fit) {
      ++done;
      line.show([&] { return fmt::format("fit {}  radius {:.4g}", done, fit.radius); });
    };
    path = problem::fit_ratings(source_, options);
  }
  const ToldRatings told{.path = path,
                         .data = source_.data->string(),
                         .seed = options.seed,
                         .validation = options.validation,
                         .found_radii = options.radii.empty()};
  if (path.fits.empty()) return tell_nothing();
  report::PathReport report = to_report(told);
  report.notes.push_back(rules(options.fit.run, path.refit.result.direction));
  nlohmann::ordered_json json = to_json(told);
  json["options"] = to_json(options.fit.run);
  const auto model_json = [&] { return problem::to_json(path.refit.model); };
  const Status last = path.interrupted ? Status::interrupted : path.refit.result.status;
  const int code = files_.write(context, model_json, std::move(json), report, exit_code_of(last));
  if (!run_.quiet) put(paths.text(), to_text(report, files_.written()));
  return code;
}

int PathCommand::run_samples(const Context& context, const Paths& paths) {
  path_.check();
  if (!set_.empty()) problem::with_radius(set_, 1);  // before anything is read
  const problem::FamilySamples data = problem::load_family(source_);
  const problem::SampleLayout& layout = data.loaded.summary.layout;
  const problem::RadiusSet set =
      problem::make_radius_set(set_, layout.features, data.family->outputs());
  PathOptions options = this->options(set.shape, context);
  if (files_.model) check_names(layout);

  Path path;
  {
    ProgressLine line(!shows_line());
    watch(options, line);
    path = fit_path(data.loaded.samples, *data.family, set.of, options);
  }
  if (path.fits.empty()) return tell_nothing();
  const ToldPath told = this->told(path, data, set);
  report::PathReport report = to_report(told);
  // The null model has none.
  report.notes.push_back(rules(options.run, path.fits.back().direction));
  nlohmann::ordered_json json = to_json(told);
  if (options.ridge != 0) json["ridge"] = options.ridge;
  json["options"] = to_json(options.run);
  const auto model_json = [&] { return problem::to_json(model(told, data, set)); };
  const int code =
      files_.write(context, model_json, std::move(json), report, path_exit_code(path, told.chosen));
  if (!run_.quiet) put(paths.text(), to_text(report, files_.written()));
  return code;
}

std::unique_ptr<Command> make_path() { return std::make_unique<PathCommand>(); }

}  // namespace acgd::cli
