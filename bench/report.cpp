#include "report.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "directions/table.hpp"

namespace bench {
namespace {

constexpr const char* kLine =
    "{:<22} {:<13} {:>7} {:>8} {:>6} {:>8} {:>9} {:>7} {:>6} {:>9} {:>8} {:>8}\n";

std::string size(double bytes) {
  if (bytes >= 1e9) return fmt::format("{:.3g} GB", 1e-9 * bytes);
  if (bytes >= 1e6) return fmt::format("{:.3g} MB", 1e-6 * bytes);
  return fmt::format("{:.3g} kB", 1e-3 * bytes);
}

}  // namespace

std::string time(double seconds) {
  if (seconds >= 1) return fmt::format("{:.3g} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.3g} ms", 1e3 * seconds);
  return fmt::format("{:.3g} us", 1e6 * seconds);
}

void print_heading() {
  fmt::print("{} threads. One pass: reading the data once at the bandwidth measured here.\n\n",
             omp_get_max_threads());
  fmt::print(kLine, "", "", "", "one", "", "acgd", "per", "in", "", "plain per", "plain /", "peak");
  fmt::print(kLine, "workload", "data", "bytes", "pass", "its", "total", "iteration", "passes",
             "its", "iteration", "acgd", "memory");
}

void print(const Outcome& o) {
  const bool has_plain = o.plain_iterations > 0;
  fmt::print(kLine, o.name, o.data, size(o.bytes), time(o.pass_seconds), o.iterations,
             time(o.seconds), time(o.per_iteration()),
             fmt::format("{:.3g}", o.per_iteration() / o.pass_seconds),
             has_plain ? fmt::format("{}", o.plain_iterations) : "-",
             has_plain ? time(o.plain_per_iteration()) : "-",
             has_plain ? fmt::format("{:.3g}", o.ratio()) : "-", size(o.peak_memory));
  if (!o.agrees()) {
    fmt::print(
        "  DISAGREES: after {} iterations f = {:.15g}, plain has {:.15g} (relative {:.1e})\n",
        o.plain_iterations, o.compared_value, o.plain_value, o.disagreement());
  }
  std::fflush(stdout);
}

void print_notes(const std::vector<Outcome>& outcomes) {
  fmt::print(
      "\nThe ratio is of seconds per iteration, set-up included, each over its own number of "
      "iterations.\n");
  for (const Outcome& o : outcomes) {
    if (!o.note.empty()) fmt::print("{}: {}\n", o.name, o.note);
  }
}

void write_json(const std::vector<Outcome>& outcomes,
                const std::vector<ComparisonOutcome>& comparisons, const std::string& file) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Outcome& o : outcomes) {
    nlohmann::ordered_json row = {{"name", o.name},
                                  {"data", o.data},
                                  {"note", o.note},
                                  {"bytes", o.bytes},
                                  {"one_pass_seconds", o.pass_seconds},
                                  {"peak_memory_bytes", o.peak_memory},
                                  {"iterations", o.iterations},
                                  {"seconds", o.seconds},
                                  {"seconds_per_iteration", o.per_iteration()},
                                  {"repetitions", o.repetitions},
                                  {"value", o.value}};
    if (o.plain_iterations > 0) {
      row["plain"] = {{"iterations", o.plain_iterations},
                      {"seconds", o.plain_seconds},
                      {"seconds_per_iteration", o.plain_per_iteration()},
                      {"repetitions", o.plain_repetitions},
                      {"value", o.plain_value},
                      {"acgd_value", o.compared_value},
                      {"disagreement", o.disagreement()}};
      row["ratio"] = o.ratio();
    }
    rows.push_back(row);
  }
  std::ofstream out(file);
  out << nlohmann::ordered_json{{"threads", omp_get_max_threads()},
                                {"workloads", rows},
                                {"comparisons", to_json(comparisons)}}
             .dump(2)
      << "\n";
  if (!out) throw std::runtime_error("cannot write " + file);
}

}  // namespace bench
