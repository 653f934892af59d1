#include "app/commands/path.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "acgd/core/error.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/version.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/outputs.hpp"
#include "app/commands/path_report.hpp"
#include "app/commands/problem_arguments.hpp"
#include "app/commands/result_json.hpp"
#include "app/commands/run_arguments.hpp"
#include "app/commands/run_problem.hpp"
#include "app/commands/run_report.hpp"
#include "app/commands/streams.hpp"
#include "app/commands/text.hpp"
#include "app/data/specification.hpp"
#include "app/spec/model_file.hpp"
#include "app/spec/ratings_model.hpp"
#include "app/spec/rules.hpp"
#include "app/spec/sample_models.hpp"
#include "app/spec/sets.hpp"

namespace acgd::commands {

namespace {

constexpr const char* kBest = "best";
constexpr const char* kOneStandardError = "one-standard-error";
/// Maximum number of radii.
constexpr Index kMostRadii = 10000;

[[noreturn]] void refuse_radii(const std::string& argument, const std::string& text,
                               const std::string& rule) {
  throw InvalidInput(argument, text, rule);
}

std::vector<double> geometric(double from, double to, Index count) {
  std::vector<double> radii;
  for (Index i = 0; i + 1 < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    radii.push_back(from * std::pow(to / from, share));
  }
  radii.push_back(to);
  return radii;
}

}  // namespace

Radii to_radii(const std::string& argument, const std::string& text) {
  const std::vector<std::string> words = spec::split(text, ':');
  if (words[0] == "auto" && words.size() <= 2) {
    Radii radii;
    if (words.size() == 2) radii.count = spec::to_count(argument, words[1], 2);
    if (radii.count > kMostRadii) refuse_radii(argument, text, "10000 radii at most");
    return radii;
  }
  if (words.size() != 3) {
    refuse_radii(
        argument, text,
        "must be auto, auto:COUNT, or FROM:TO:COUNT, as 0.1:10:20 for 20 radii from 0.1 to "
        "10");
  }
  const double from = spec::to_number(argument, words[0]);
  const double to = spec::to_number(argument, words[1]);
  const Index count = spec::to_count(argument, words[2], 1);
  if (!(from > 0)) refuse_radii(argument, text, "the first radius must be positive");
  if (count > kMostRadii) refuse_radii(argument, text, "10000 radii at most");
  if (count == 1 && from != to) {
    refuse_radii(argument, text, "one radius cannot be two: must be as 3:3:1, or more than one");
  }
  if (count > 1 && !(from < to)) {
    refuse_radii(argument, text, "the last radius must be above the first");
  }
  return {.list = geometric(from, to, count)};
}

Radii to_lambdas(const std::string& argument, const std::string& text) {
  const std::vector<std::string> words = spec::split(text, ':');
  // From the largest on, however they are typed.
  const bool falls = words.size() == 3 &&
                     spec::to_number(argument, words[0]) > spec::to_number(argument, words[1]);
  Radii lambdas =
      to_radii(argument, falls ? fmt::format("{}:{}:{}", words[1], words[0], words[2]) : text);
  std::ranges::reverse(lambdas.list);
  return lambdas;
}

void PathArguments::add_to(Arguments& arguments) {
  arguments.begin_group("Path");
  arguments.add(
      "--radii", radii,
      {"RADII",
       "which radii: found from the data (auto, or auto:COUNT of them at most, from the null model "
       "to 1/1000 of its penalty), or COUNT of them from one to the other, as 0.1:10:20"});
  arguments.add(
      "--lambdas", lambdas,
      {"LAMBDAS",
       "in place of radii: fits with the penalty lambda times the norm of the set, in the units of "
       "the mean loss; all of a grid of auto or auto:COUNT, or COUNT of them, as 1:0.01:20"});
  arguments.add("--folds", folds,
                {"N",
                 "hold out each of N parts of the samples in turn, to see how well the others "
                 "predict it; 0: none; 5 unless given"});
  arguments.add("--seed", seed, {"N", "which samples are in which part"});
  arguments.add("--choose", choose,
                {"best|one-standard-error",
                 "the radius of --model: the one with the lowest held-out loss, or the smallest "
                 "within one standard error of it"});
}

void PathArguments::check() const {
  if (fold_count() == 1) {
    throw InvalidInput("folds", "1", "must be at least 2, or 0 to hold nothing out");
  }
  if (choose != kBest && choose != kOneStandardError) {
    throw spec::unknown_name("choose", choose, {kBest, kOneStandardError});
  }
  if (fold_count() == 0 && choose != kBest) {
    throw InvalidInput("choose", choose, "has no effect with --folds 0, which holds nothing out");
  }
  to_radii("radii", radii);
  if (lambdas.empty()) return;
  if (radii != PathArguments().radii) {
    throw InvalidInput("lambdas", lambdas, "must not be given together with --radii");
  }
  to_lambdas("lambdas", lambdas);
}

void PathArguments::check_for_ratings() const {
  check();
  if (!lambdas.empty()) {
    throw InvalidInput("lambdas", lambdas, "not used by the objective completion");
  }
  if (folds) {
    throw InvalidInput(
        "folds", *folds,
        "not used by the objective completion, which holds out a tenth of the ratings once");
  }
  if (choose != kBest) {
    throw InvalidInput("choose", choose,
                       "not used by the objective completion, whose one part that is held out has "
                       "no standard error");
  }
}

Index PathArguments::fold_count() const {
  return folds ? static_cast<Index>(*folds) : PathOptions().folds;
}

void PathArguments::set(PathOptions& options) const {
  options.by_lambda = !lambdas.empty();
  Radii some = options.by_lambda ? to_lambdas("lambdas", lambdas) : to_radii("radii", radii);
  options.count = some.count;
  (options.by_lambda ? options.lambdas : options.radii) = std::move(some.list);
  options.folds = fold_count();
  options.seed = seed;
}

Index PathArguments::chosen(const Path& path) const {
  const auto& found = choose == kBest ? path.best : path.one_standard_error;
  return found.value_or(static_cast<Index>(path.fits.size()) - 1);
}

void PathOutputs::add_to(Arguments& arguments) {
  arguments.begin_group("Output");
  arguments.add("--model", model, {"FILE", "JSON: the model, for acgd predict"});
  arguments.add("--result", result, {"FILE", "JSON: everything about each fit"});
  arguments.add("--report", report, {"FILE", "a web page with plots, in one file"});
  arguments.add("--svg", svg, {"DIR", "the plots as SVG pictures"});
}

void PathOutputs::declare(Paths& paths) const {
  paths.write("--model", model);
  paths.write("--result", result);
  paths.write("--report", report);
  paths.write_all("--svg", svg, ".svg");
}

void PathOutputs::check() const {
  check_output("model", model);
  check_output("result", result);
  check_output("report", report);
  check_output_folder("svg", svg);
}

int PathOutputs::write(const Context& context, const std::function<std::string()>& model_json,
                       nlohmann::ordered_json json, report::PathReport& page, int code) const {
  Outputs outputs;
  if (model) outputs.write([&] { write_output(*model, model_json()); });
  json["command"] = context.line;
  json["version"] = ACGD_VERSION;
  if (result) outputs.write([&] { write_output(*result, dump(json)); });
  sign(page, context.line);
  outputs.write([&] { write_report(page, report, svg); });
  return outputs.exit_code(code);
}

std::vector<std::string> PathOutputs::written() const {
  std::vector<std::string> names;
  for (const OutputPath& path : {model, result, report, svg}) {
    if (path) names.push_back(shown_output(*path).string());
  }
  return names;
}

namespace {

report::Table ratings_table(const CompletionPath& path) {
  report::Table table{{"radius", "rank", "train RMSE", "held-out RMSE", "gap", ""}, {}};
  for (std::size_t i = 0; i < path.fits.size(); ++i) {
    const CompletionPathFit& fit = path.fits[i];
    table.rows.push_back({fmt::format("{:.4g}", fit.radius), fmt::format("{}", fit.rank),
                          fmt::format("{:.5g}", fit.train_rmse),
                          fmt::format("{:.5g}", fit.held_out_rmse), fmt::format("{:.2g}", fit.gap),
                          static_cast<Index>(i) == path.best ? "best" : ""});
  }
  return table;
}

std::vector<std::string> ratings_advice(const ReportedRatings& reported) {
  const CompletionPath& path = reported.path;
  const CompletionModel& model = path.refit.model;
  const auto last = static_cast<Index>(path.fits.size()) - 1;
  std::vector<std::string> list;
  if (!reported.found_radii && !path.interrupted && path.best == last && last > 0) {
    list.emplace_back("It is the largest that was tried: larger ones may be better.");
  }
  if (path.interrupted) list.emplace_back("The path was interrupted: this is what is known.");
  list.push_back(fmt::format("The model is that of this radius, {}of rank {}.",
                             path.interrupted ? "" : "fitted to all ratings, ",
                             model.factors.rank()));
  return list;
}

}  // namespace

report::PathReport to_report(const ReportedRatings& reported) {
  const CompletionPath& path = reported.path;
  const CompletionModel& model = path.refit.model;
  const CompletionPathFit& best = path.fits.at(static_cast<std::size_t>(path.best));
  report::PathReport report{
      .title = "completion over the nuclear ball",
      .command = {},
      .version = {},
      .machine = {},
      .date = {},
      .data = fmt::format("{}: ratings of {} items by {} users", reported.data, model.cols(),
                          model.rows()),
      .set = "nuclear ball",
      .summary =
          fmt::format("Radius {:.4g} predicts best: with rank {} it has an RMSE of {:.4g} on "
                      "ratings that it has not seen.",
                      best.radius, best.rank, best.held_out_rmse),
      .advice = ratings_advice(reported),
      .radii = {},
      .size_name = "rank",
      .sizes = {},
      .scores = {},
      .chosen = static_cast<std::size_t>(path.best),
      .fits = ratings_table(path),
      .notes = {fmt::format("{:.4g} % of the ratings were held out (seed {}).",
                            100 * reported.validation, reported.seed),
                fmt::format("{} iterations and {} s in all.", path.counts.iterations,
                            three_digits(path.seconds))}};
  report.candidates = {{.title = "Best",
                        .mark = "best",
                        .fit = report.chosen,
                        .chosen = true,
                        .headline = fmt::format("radius {:.4g}", best.radius),
                        .facts = {{"rank", fmt::format("{}", best.rank)},
                                  {"RMSE", fmt::format("{:.4g}", best.held_out_rmse)}}}};
  report::PathScore score{.name = "RMSE", .train = {}};
  for (const CompletionPathFit& fit : path.fits) {
    report.radii.push_back(fit.radius);
    report.sizes.push_back(static_cast<double>(fit.rank));
    score.train.push_back(fit.train_rmse);
    score.held_out.push_back(fit.held_out_rmse);
  }
  report.scores.push_back(std::move(score));
  return report;
}

nlohmann::ordered_json to_json(const ReportedRatings& reported) {
  const CompletionPath& path = reported.path;
  nlohmann::ordered_json json = {{"objective", path.refit.model.objective},
                                 {"set", path.refit.model.set},
                                 {"seed", reported.seed},
                                 {"validation", reported.validation},
                                 {"best", path.best},
                                 {"chosen", path.best},
                                 {"interrupted", path.interrupted},
                                 {"counts", to_json(path.counts)},
                                 {"seconds", path.seconds},
                                 {"fits", nlohmann::ordered_json::array()}};
  for (const CompletionPathFit& fit : path.fits) {
    json["fits"].push_back({{"radius", fit.radius},
                            {"rank", fit.rank},
                            {"train_rmse", fit.train_rmse},
                            {"held_out_rmse", fit.held_out_rmse},
                            {"value", fit.value},
                            {"gap", fit.gap},
                            {"status", to_string(fit.status)},
                            {"counts", to_json(fit.counts)}});
  }
  return json;
}

namespace {

/// acgd path: fits of samples over sets of ascending radius, and the choice of a radius.
class PathCommand final : public Command {
 public:
  std::string name() const override { return "path"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  int run_samples(const Context& context, const Paths& paths);
  /// For a matrix of ratings.
  int run_ratings(const Context& context, const Paths& paths);
  /// All files that are read and written; throws InvalidInput if they cannot be.
  Paths check_paths() const;
  /// Solver options of each fit; `otherwise` is the default step rule.
  Options run_options(const spec::Shape& shape, const Context& context,
                      const StepChoice& otherwise) const;
  /// "Direction: corrective (auto). Step rule: adaptive-adjustable."
  std::string rules(const Options& options, const std::string& direction) const;
  PathOptions options(const spec::Shape& shape, const Context& context) const;
  ReportedPath reported(const Path& path, const spec::FamilySamples& data,
                        const spec::RadiusSet& set) const;
  LinearModel model(const ReportedPath& reported, const spec::FamilySamples& data,
                    const spec::RadiusSet& set) const;
  bool shows_line() const { return !run_.quiet && run_.log_every == 0; }

  spec::ObjectiveSource source_;
  spec::Flags typed_;
  std::string set_;
  PathArguments path_;
  RunArguments run_;
  std::optional<std::string> step_;
  std::string direction_ = std::string(Options().direction.name());
  PathOutputs files_;
};

/// Columns without a name are counted from 1, as in LIBSVM files.
std::vector<std::string> feature_names(const spec::SampleLayout& layout) {
  if (!layout.columns.empty()) return layout.columns;
  std::vector<std::string> names;
  for (Index j = 1; j <= layout.features; ++j) names.push_back(fmt::format("{}", j));
  return names;
}

/// Shows the current fit, in addition to the existing observer.
void watch(PathOptions& options, ProgressLine& line) {
  auto now = std::make_shared<PathProgress>();
  options.progress = [now](const PathProgress& progress) { *now = progress; };
  options.fit.run.observer = [now, &line,
                              also = std::move(options.fit.run.observer)](const Record& record) {
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

}  // namespace

void PathCommand::add_to(Parser& parser) {
  Arguments arguments = parser.add_command(
      name(), "fits of growing radius, which of them predicts best, and the model");
  arguments.begin_group("Problem");
  arguments.add("--objective", source_.name,
                {"NAME", "a loss of samples, or completion; see: acgd list objectives", true});
  add_samples(arguments, source_, typed_);
  arguments.add("--loss", source_.loss,
                {"LOSS", "of completion and huber: huber:RHO or squared; of completion: logistic"});
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
      {"RULE",
       "the direction rule, as frank-wolfe or pairwise:lazy=true; see: acgd list directions"});
  run_.add_to(arguments);
  files_.add_to(arguments);
}

Paths PathCommand::check_paths() const {
  Paths paths;
  declare_samples(paths, source_);
  for (const auto& file : spec::files_of_radius_set(set_)) paths.read("--set", file);
  files_.declare(paths);
  paths.check();
  files_.check();
  return paths;
}

Options PathCommand::run_options(const spec::Shape& shape, const Context& context,
                                 const StepChoice& otherwise) const {
  const std::string step = step_.value_or(std::string(otherwise.name()));
  Options options = run_.options(shape);
  options.step = run_.make_steps({step})[0];
  options.direction = spec::make_direction(direction_);
  options.observer = log_lines(run_.log_every, run_.quiet, step);
  options.interrupt = context.interrupt;
  options.trace = false;
  return options;
}

std::string PathCommand::rules(const Options& options, const std::string& direction) const {
  return fmt::format("Direction: {}. Step rule: {}.", direction_text(direction_, direction),
                     step_.value_or(std::string(options.step.name())));
}

PathOptions PathCommand::options(const spec::Shape& shape, const Context& context) const {
  PathOptions options;
  path_.set(options);
  options.fit = {.intercept = source_.samples.intercept,
                 .standardize = source_.samples.standardize,
                 .ridge = source_.ridge,
                 .run = run_options(shape, context, Options().step)};
  return options;
}

ReportedPath PathCommand::reported(const Path& path, const spec::FamilySamples& data,
                                   const spec::RadiusSet& set) const {
  const spec::SampleSummary& summary = data.loaded.summary;
  return {.path = path,
          .chosen = path_.chosen(path),
          .objective = source_.name,
          .set = set.name,
          .is_low_rank = set.is_low_rank,
          .data = summary.description() + spec::ridge_words(source_.ridge),
          .samples = data.loaded.samples.count(),
          .features = feature_names(summary.layout),
          .has_names = !summary.layout.columns.empty(),
          .classes = summary.layout.coding.classes,
          .folds = path_.fold_count(),
          .seed = path_.seed,
          .found_radii = path_.radii.starts_with("auto") && path_.lambdas.empty()};
}

LinearModel PathCommand::model(const ReportedPath& reported, const spec::FamilySamples& data,
                               const spec::RadiusSet& set) const {
  LinearModel model = reported.path.model(reported.chosen);
  model.objective = source_.name;
  model.set = set.text(reported.path.fits.at(static_cast<std::size_t>(reported.chosen)).radius);
  spec::set_layout(model, data.loaded.summary.layout);
  return model;
}

int PathCommand::run(const Context& context) {
  const Paths paths = check_paths();
  if (source_.data) tell_where_to_fetch(*source_.data);
  const bool of_ratings = spec::split_name(source_.name).name == MatrixCompletion::name;
  return of_ratings ? run_ratings(context, paths) : run_samples(context, paths);
}

int PathCommand::run_ratings(const Context& context, const Paths& paths) {
  path_.check_for_ratings();
  spec::check_arguments(source_);
  if (!set_.empty() && set_ != NuclearBall::Parameters::name) {
    throw InvalidInput("set", set_, "must be nuclear for the objective completion");
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
    path = spec::fit_ratings(source_, options);
  }
  const ReportedRatings reported{.path = path,
                                 .data = source_.data->string(),
                                 .seed = options.seed,
                                 .validation = options.validation,
                                 .found_radii = options.radii.empty()};
  if (path.fits.empty()) return tell_nothing();
  report::PathReport report = to_report(reported);
  report.notes.push_back(rules(options.fit.run, path.refit.result.direction));
  nlohmann::ordered_json json = to_json(reported);
  json["options"] = to_json(options.fit.run);
  const auto model_json = [&] { return spec::to_json(path.refit.model); };
  const Status last = path.interrupted ? Status::interrupted : path.refit.result.status;
  const int code = files_.write(context, model_json, std::move(json), report, exit_code_of(last));
  if (!run_.quiet) put(paths.text(), to_text(report, files_.written()));
  return code;
}

int PathCommand::run_samples(const Context& context, const Paths& paths) {
  path_.check();
  if (!set_.empty()) spec::with_radius(set_, 1);  // before anything is read
  const spec::FamilySamples data = spec::load_family(source_);
  const spec::SampleLayout& layout = data.loaded.summary.layout;
  const spec::RadiusSet set = spec::make_radius_set(set_, layout.features, data.family->outputs());
  PathOptions options = this->options(set.shape, context);
  if (files_.model) spec::check_names(layout);

  Path path;
  {
    ProgressLine line(!shows_line());
    watch(options, line);
    path = fit_path(data.loaded.samples, *data.family, set.of, options);
  }
  if (path.fits.empty()) return tell_nothing();
  const ReportedPath reported = this->reported(path, data, set);
  report::PathReport report = to_report(reported);
  // The null model has none.
  report.notes.push_back(rules(options.fit.run, path.fits.back().direction));
  nlohmann::ordered_json json = to_json(reported);
  if (path.ridge != 0) json["ridge"] = path.ridge;
  json["options"] = to_json(options.fit.run);
  const auto model_json = [&] { return spec::to_json(model(reported, data, set)); };
  const int code = files_.write(context, model_json, std::move(json), report,
                                path_exit_code(path, reported.chosen));
  if (!run_.quiet) put(paths.text(), to_text(report, files_.written()));
  return code;
}

std::unique_ptr<Command> make_path() { return std::make_unique<PathCommand>(); }

}  // namespace acgd::commands
