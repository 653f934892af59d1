// Writes synthetic reports of a comparison and of a path for the browser tests: make_sample FOLDER
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>

#include "app/report/report.hpp"
#include "report/path_reports.hpp"

namespace {

using acgd::Record;
using acgd::Trace;
using acgd::report::Curve;
using acgd::report::Race;
using acgd::report::Report;
using acgd::report::Section;

constexpr int kIterations = 3000;

/// The behaviour of a synthetic strategy.
struct Habit {
  const char* name;
  double power;      ///< the gap decreases like iteration^-power
  double per_step;   ///< seconds
  double lipschitz;  ///< limit of its estimate; NaN for none
};

Trace run(const Habit& habit, double scale, double optimum, int iterations, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Trace trace;
  double seconds = 0;
  double lipschitz = 0.01 * habit.lipschitz;
  for (int k = 0; k <= iterations; ++k) {
    const double primal = scale * std::pow(k + 1.0, -habit.power);
    const double gap = primal * (1.5 + std::exp(0.5 * normal(random)));
    const int backtracks = lipschitz < habit.lipschitz * std::exp(0.2 * normal(random)) ? 1 : 0;
    lipschitz = std::min(lipschitz * (backtracks > 0 ? 2 : 0.95), 4 * habit.lipschitz);
    Record record{.iteration = k, .seconds = seconds, .value = optimum + primal, .gap = gap};
    if (k < iterations) {
      record.step = std::min(1.0, 2.0 / (k + 2.0) * std::exp(0.1 * normal(random)));
      record.lipschitz = lipschitz;
      record.backtracks = backtracks;
    }
    trace.push_back(record);
    seconds += habit.per_step * (1 + 0.2 * std::abs(normal(random)));
  }
  return trace;
}

/// Marks of all five, the last of which does not reach the last goal.
Race race(const std::string& title, const std::vector<std::string>& goals) {
  Race result{.title = title, .unit = "iterations", .rows = {}};
  for (const std::string& goal : goals) {
    const double far = std::pow(4.0, static_cast<double>(result.rows.size()));
    result.rows.push_back(
        {goal,
         {{"open loop", 40 * far},
          {"line search", 12 * far},
          {"short step", 31 * far},
          {"adaptive", 10 * far},
          {"adaptive, L adjustable",
           goal == goals.back() ? std::numeric_limits<double>::infinity() : 9 * far}}});
  }
  return result;
}

Section section(const std::string& name, const std::string& title, double scale, int iterations) {
  constexpr Habit habits[] = {{"open loop", 0.9, 2e-4, std::numeric_limits<double>::quiet_NaN()},
                              {"line search", 1.3, 9e-4, std::numeric_limits<double>::quiet_NaN()},
                              {"short step", 1.1, 2.2e-4, 80},
                              {"adaptive", 1.6, 3e-4, 6},
                              {"adaptive, L adjustable", 1.75, 3.4e-4, 3.5}};
  Section result{.name = name,
                 .title = title,
                 .description =
                     "||Ax - b||^2 over a ball, by five step rules from the same "
                     "start. All of this is made up to exercise the page.",
                 .command = "acgd experiment " + name + " --iterations " +
                            std::to_string(iterations) + " --seed 7 --output report.html",
                 .data = "made up, seed 7",
                 .measure = "gap",
                 .curves = {},
                 .table = {{"strategy", "iterations", "seconds", "value", "gap", "evaluations",
                            "backtracks", "status"},
                           {}},
                 .notes = {"Seconds are of one run.", "The same seed gives the same bits."}};
  result.summary =
      "By iterations, adaptive was first at 1e-3 of the first gap: 75, against 97 of line "
      "search (1.29 times as many).";
  result.race = race("Iterations to fractions of the first gap", {"1e-1", "1e-2", "1e-3"});
  unsigned seed = 1;
  for (const Habit& habit : habits) {
    result.curves.push_back({habit.name, run(habit, scale, -2.5, iterations, seed++)});
    const Record& last = result.curves.back().trace.back();
    result.table.rows.push_back({habit.name, std::to_string(last.iteration),
                                 std::to_string(last.seconds), std::to_string(last.value),
                                 std::to_string(last.gap), std::to_string(2 * last.iteration), "17",
                                 "iteration limit"});
  }
  return result;
}

/// A comparison from several starts with held-out scores, of maximum width, alone on its page.
Report comparison() {
  Section one = section("comparison", "Least squares over the l1 ball", 20, kIterations);
  const std::string range = "0.0002345 (0.0002267 to 0.0002514)";
  one.table = {{"strategy", "iterations", "oracle calls", "seconds", "set-up", "value", "gap",
                "non-zeros", "r2", "rmse", "mae", "ended by"},
               {}};
  one.costs = {{"strategy"}, {}};
  for (const char* part : {"1e-2", "1e-4", "1e-6"}) {
    one.costs.columns.push_back(std::string("oracle calls to ") + part);
    one.costs.columns.push_back(std::string("seconds to ") + part);
  }
  one.costs.columns.emplace_back("first to 1e-6 in");
  for (const Curve& curve : one.curves) {
    const std::string name = "pairwise+" + curve.name;
    one.table.rows.push_back({name, "500", "501", range, range, range, range, "7 (5 to 9)", range,
                              range, range, "iteration limit"});
    one.costs.rows.push_back({name, "123", range, "18 (17 to 21)", range, "-", "-", "both"});
  }
  one.notes.resize(30, "A note: with all of them it takes more than a page of paper.");
  return {.title = "A comparison",
          .command = one.command,
          .version = "0.1.0",
          .machine = "2 cores, made up",
          .date = "2026-01-31",
          .sections = {one}};
}

void write(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  if (!(out << text)) throw std::runtime_error("cannot write " + file);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: make_sample folder\n";
    return 2;
  }
  const std::string folder = argv[1];
  Report report{.title = "Adaptive conditional gradients: a sample report",
                .command = "acgd experiment all --output report.html",
                .version = "0.1.0",
                .machine = "2 cores, made up",
                .date = "2026-01-31",
                .sections = {}};
  report.sections.push_back(section("lasso", "Lasso over the l1 ball", 20, kIterations));
  report.sections.push_back(section("completion", "Matrix completion", 4e5, kIterations));
  report.sections.push_back(section("flow", "Flow polytope of a video", 0.3, kIterations));
  report.summary = "By iterations, adaptive was first in 2 of 3 experiments, line search in 1.";
  report.race = race("Iterations over those of the first", {"lasso", "completion", "flow"});
  report.overview = {{"experiment", "accuracy", "first", "iterations", "claims that hold"},
                     {{"lasso", "1e-3", "adaptive", "75", "2"},
                      {"completion", "1e-3", "adaptive", "75", ""},
                      {"flow", "1e-2", "line search", "97", "1"}}};
  report.claims = {{"lasso", "value: adaptive < open loop", "holds", "1, 2", "1.5, 2.5", ""},
                   {"lasso", "gap: adaptive < short step", "does not hold", "1, 2", "3, 2",
                    "the start is not published"},
                   {"flow", "seconds: line search < adaptive", "holds", "1, 2", "1, 3", ""}};
  report.sections[0].coefficients = {{"age", 2.5}, {"income in thousands", -1.25}, {"size", 0.5}};
  report.sections[0].map = acgd::report::Map{
      "Flow on every road", {{0, 0, 4, 3, 5, 2, "1 to 2"}}, {{0, 0, "1"}, {4, 3, "2"}}};
  report.sections[1].optimal_value = -2.5;
  report.sections[1].notes.emplace_back("</script><img src=x onerror=alert(1)> is text.");
  report.sections[2].curves[0].trace.resize(40);
  report.sections[2].curves[3].trace[20].gap = -1;
  write(folder + "/report.html", acgd::report::to_html(report));
  write(folder + "/comparison.html", acgd::report::to_html(comparison()));
  write(folder + "/path.html", acgd::report::to_html(acgd_test::path_report()));
  for (const auto& picture : acgd::report::to_svg(report)) {
    write(folder + "/" + picture.name, picture.svg);
  }
  return 0;
}
