// Specifications of a problem, one per line: "set l1:50", "step fixed:0.1", "gamma 0.5", ... No
// line opens a file: sets and starts from files belong to the targets of their readers.
#include "acgd/oracle/balls.hpp"
#include "app/data/samples.hpp"
#include "app/spec/objectives.hpp"
#include "app/spec/rules.hpp"
#include "app/spec/sets.hpp"
#include "app/spec/starts.hpp"
#include "support.hpp"

using namespace acgd_fuzz;
using namespace acgd::spec;

namespace {

constexpr Shape kShapes[] = {{.dimension = 6}, {.dimension = 6, .rows = 2, .cols = 3}};

void try_set(const std::string& text) {
  if (file_of_set(text)) return;
  for (const Shape& shape : kShapes) {
    accepted([&] {
      const auto set = make_set(text, shape);
      require(set->dimension() == shape.dimension, "a set has not the dimension of the problem");
      check_set(*set);
    });
  }
}

void try_start(const std::string& text) {
  if (text != "" && text != "vertex" && text != "zero" && text != "gaussian") return;
  const acgd::L1Ball set(6, 1);
  for (const Shape& shape : kShapes) {
    for (const acgd::Mode mode : {acgd::Mode::constrained, acgd::Mode::unconstrained}) {
      const acgd::Vector start = make_start(text, mode, &set, shape, 1).atom().to_dense();
      require(start.size() == shape.dimension && start.allFinite(), "a start is invalid");
    }
  }
}

void try_norm(const std::string& text) {
  const acgd::Vector entries{{1, -2, 0, 3, 0.5, -0.25}};
  for (const Shape& shape : kShapes) {
    accepted([&] {
      const double size = make_norm(text, shape)->of(entries);
      require(size >= 3 * (1 - 1e-9) && size <= 7, "a norm is not between linf and l1");
    });
  }
}

void try_step(const std::string& text, const Flags& flags) {
  accepted([&] { make_step(text, flags).begin({.max_iterations = 10}); });
  accepted([&] { check_flags({make_step(text)}, flags); });
}

void try_objective(const std::string& text) {
  const std::vector<std::string> words = split(text, ' ');
  accepted([&] {
    ObjectiveSource source{.name = words[0]};
    if (words.size() > 1) source.dimension = to_count("dim", words[1], -1);
    if (words.size() > 2) source.loss = words[2];
    if (words.size() > 3) source.labels = words[3];
    const LoadedObjective objective = load_objective(source);
    require(objective.f->dimension() == source.dimension, "an objective has another dimension");
  });
}

void try_line(const std::string& line, Flags& flags) {
  const std::size_t space = line.find(' ');
  if (space == std::string::npos) return;
  const std::string what = line.substr(0, space), text = line.substr(space + 1);
  if (what == "set") try_set(text);
  if (what == "start") try_start(text);
  if (what == "norm") try_norm(text);
  if (what == "step") try_step(text, flags);
  if (what == "objective") try_objective(text);
  if (what == "loss") accepted([&] { huber_parameter(text); });
  if (what == "labels") {
    for (const auto kind :
         {acgd::TargetKind::numbers, acgd::TargetKind::signs, acgd::TargetKind::classes}) {
      accepted([&] { to_labels(text, kind); });
    }
  }
  if (what == "direction") accepted([&] { make_direction(text); });
  // The rest may be the name of a parameter.
  flags[what] = text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Flags flags;
  for (const std::string& line : split(text_of(data, size), '\n')) try_line(line, flags);
  return 0;
}
