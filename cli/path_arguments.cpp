#include "cli/path_arguments.hpp"

#include <fmt/format.h>

#include <cmath>

#include "acgd/core/error.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
namespace {

constexpr const char* kBest = "best";
constexpr const char* kOneStandardError = "one-standard-error";
/// More of them than this are a typing error.
constexpr Index kMostRadii = 10000;

[[noreturn]] void refuse_radii(const std::string& argument, const std::string& text,
                               const std::string& rule) {
  throw InvalidInput(fmt::format("{} = {}: {}", argument, text, rule));
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
  const std::vector<std::string> words = problem::split(text, ':');
  if (words[0] == "auto" && words.size() <= 2) {
    Radii radii;
    if (words.size() == 2) radii.count = problem::to_count(argument, words[1], 2);
    if (radii.count > kMostRadii) refuse_radii(argument, text, "10000 radii at most");
    return radii;
  }
  if (words.size() != 3) {
    refuse_radii(
        argument, text,
        "must be auto, auto:COUNT, or FROM:TO:COUNT, as 0.1:10:20 for 20 radii from 0.1 to "
        "10");
  }
  const double from = problem::to_number(argument, words[0]);
  const double to = problem::to_number(argument, words[1]);
  const Index count = problem::to_count(argument, words[2], 1);
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

void PathArguments::add_to(Arguments& arguments) {
  arguments.begin_group("Path");
  arguments.add(
      "--radii", radii,
      {"RADII",
       "which radii: found from the data (auto, or auto:COUNT of them at most, from the null model "
       "to 1/1000 of its penalty), or COUNT of them from one to the other, as 0.1:10:20"});
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
    throw InvalidInput("folds = 1: must be at least 2, or 0 to hold nothing out");
  }
  if (choose != kBest && choose != kOneStandardError) {
    problem::refuse_name("choose", choose, {kBest, kOneStandardError});
  }
  if (fold_count() == 0 && choose != kBest) {
    throw InvalidInput(
        fmt::format("choose = {}: has no effect with --folds 0, which holds nothing out", choose));
  }
  to_radii("radii", radii);
}

void PathArguments::check_for_ratings() const {
  check();
  if (folds) {
    throw InvalidInput(fmt::format(
        "folds = {}: not used by the objective completion, which holds out a tenth of the "
        "ratings once",
        *folds));
  }
  if (choose != kBest) {
    throw InvalidInput(fmt::format(
        "choose = {}: not used by the objective completion, whose one part that is held out has no "
        "standard error",
        choose));
  }
}

Index PathArguments::fold_count() const {
  return folds ? static_cast<Index>(*folds) : PathOptions().folds;
}

void PathArguments::set(PathOptions& options) const {
  Radii some = to_radii("radii", radii);
  options.radii = std::move(some.list);
  options.count = some.count;
  options.folds = fold_count();
  options.seed = seed;
}

Index PathArguments::chosen(const Path& path) const {
  const auto& found = choose == kBest ? path.best : path.one_standard_error;
  return found.value_or(static_cast<Index>(path.fits.size()) - 1);
}

}  // namespace acgd::cli
