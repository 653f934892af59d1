#include "cli/topics.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/experiment.hpp"
#include "problem/direction_kinds.hpp"
#include "problem/norm_kinds.hpp"
#include "problem/objective_kinds.hpp"
#include "problem/set_kinds.hpp"
#include "problem/start_kinds.hpp"
#include "problem/step_kinds.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
namespace {

using problem::Kind;
using problem::plain_kinds;

std::vector<Kind> formats() {
  return {
      {"libsvm", "FILE", "label index:value ...; indices from 1; any name not listed below"},
      {"npy", "FILE.npy", "NumPy arrays of real numbers"},
      {"mtx", "FILE.mtx", "Matrix Market, dense or sparse"},
      {"csv", "FILE.csv, FILE.tsv", "tables of numbers, with a header or without"},
      {"ratings", "FILE", "user,item,rating[,time] (or tabs); ids from 1"},
      {"edges", "FILE", "from,to of each edge of a graph; nodes from 0"},
      {"tntp", "*_net.tntp, *_trips.tntp", "roads, and trips between their zones; nodes from 1"},
      {"gz", "FILE.gz", "any of these, compressed"}};
}

std::vector<Kind> experiment_kinds() {
  std::vector<Kind> kinds;
  for (const experiments::Experiment& e : experiments::all()) {
    kinds.push_back({e.name, e.name, e.title});
  }
  return kinds;
}

}  // namespace

const std::vector<Topic>& topics() {
  static const std::vector<Topic> list = {
      {"sets", "Sets (--set)", plain_kinds(problem::set_kinds())},
      {"objectives", "Objectives (--objective)", plain_kinds(problem::objective_kinds())},
      {"steps", "Step rules (--step)", plain_kinds(problem::step_kinds())},
      {"directions", "Direction rules (--direction)", plain_kinds(problem::direction_kinds())},
      {"norms", "Norms (--norm)", problem::norm_kinds()},
      {"starts", "Starts (--x0)", problem::start_kinds()},
      {"formats", "File formats", formats()},
      {"experiments", "Experiments (acgd reproduce)", experiment_kinds()}};
  return list;
}

std::string to_text(const Topic& topic) {
  constexpr std::size_t kWidest = 24;
  std::size_t width = 0;
  for (const Kind& kind : topic.kinds) {
    if (kind.syntax.size() <= kWidest) width = std::max(width, kind.syntax.size());
  }
  std::size_t parameter_width = 0;
  for (const Kind& kind : topic.kinds) {
    for (const auto& [name, sentence] : kind.parameters) {
      parameter_width = std::max(parameter_width, name.size());
    }
  }
  std::string text = topic.title + "\n";
  for (const Kind& kind : topic.kinds) {
    if (kind.syntax.size() <= width) {
      text += fmt::format("  {:<{}}  {}\n", kind.syntax, width, kind.sentence);
    } else {
      text += fmt::format("  {}\n  {:<{}}  {}\n", kind.syntax, "", width, kind.sentence);
    }
    for (const auto& [name, sentence] : kind.parameters) {
      text += fmt::format("    :{:<{}}  {}\n", name + "=", parameter_width + 1, sentence);
    }
  }
  return text;
}

}  // namespace acgd::cli
