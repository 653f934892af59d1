// Step rules and norms.
#include "acgd/step/adaptive_adjustable.hpp"
#include "acgd/step/backtracking.hpp"
#include "acgd/step/continuous_greedy.hpp"
#include "acgd/step/fixed_step.hpp"
#include "acgd/step/inverse_square_root.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/open_loop.hpp"
#include "acgd/step/secant.hpp"
#include "acgd/step/short_step.hpp"
#include "bindings/arrays.hpp"
#include "bindings/callables.hpp"
#include "bindings/module.hpp"
#include "problem/norm_kinds.hpp"
#include "problem/step_kinds.hpp"
#include "problem/words.hpp"

namespace acgd::python {
namespace {

using OptionalNumber = std::optional<double>;

/// A rule from its parameters, in the order of its members.
template <class Rule, class... Parameters>
void add_rule(py::module_& module, const char* name) {
  module.def(name,
             [](Parameters... parameters) { return StepHandle{Rule{std::move(parameters)...}}; });
}

StepHandle adaptive_adjustable(double gamma, double beta, OptionalNumber delta,
                               OptionalNumber initial, int period, const std::string& counting) {
  if (counting != "paper" && counting != "published") {
    problem::refuse_name("counting", counting, {"paper", "published"});
  }
  return {
      AdaptiveAdjustable{.gamma = gamma,
                         .beta = beta,
                         .delta = delta,
                         .initial_lipschitz = initial,
                         .period = period,
                         .counting = counting == "paper" ? Counting::paper : Counting::published}};
}

void add_norms(py::module_& module) {
  py::class_<NormHandle>(module, "Norm", "A norm and its dual.")
      .def_property_readonly("name", [](const NormHandle& h) { return h.norm->name(); })
      .def(
          "of", [](const NormHandle& h, const VectorArray& v) { return h.norm->of(to_vector(v)); },
          py::arg("v"))
      .def(
          "dual",
          [](const NormHandle& h, const VectorArray& g) { return h.norm->dual(to_vector(g)); },
          py::arg("g"));
  module.def(
      "make_norm",
      [](const std::string& text, Index dimension, std::pair<Index, Index> shape) -> NormHandle {
        return {problem::make_norm(text, {dimension, shape.first, shape.second})};
      },
      py::arg("text"), py::arg("dimension"), py::arg("shape"),
      "The norm that a text of the command line names.");
}

template <class AnyKind>
std::vector<std::pair<std::string, std::string>> names(const std::vector<AnyKind>& kinds) {
  std::vector<std::pair<std::string, std::string>> list;
  for (const problem::Kind& kind : kinds) list.emplace_back(kind.syntax, kind.sentence);
  return list;
}

}  // namespace

void add_steps(py::module_& module) {
  py::class_<StepHandle>(module, "Step", "A step rule.");
  module.def("adaptive_adjustable", &adaptive_adjustable);
  add_rule<AdaptiveConstant, double, double, OptionalNumber, OptionalNumber>(module,
                                                                             "adaptive_constant");
  add_rule<Backtracking, double, double, OptionalNumber>(module, "backtracking");
  add_rule<Short, OptionalNumber>(module, "short_step");
  add_rule<OpenLoop, double>(module, "open_loop");
  add_rule<InverseSquareRoot>(module, "inverse_square_root");
  add_rule<Fixed, double>(module, "fixed");
  add_rule<ContinuousGreedy, std::optional<Index>>(module, "continuous_greedy");
  add_rule<LineSearch, double, int>(module, "line_search");
  add_rule<Secant, double, int>(module, "secant");
  module.def("custom_step", &make_custom_step, py::arg("length"));
  module.def(
      "make_step",
      [](const std::string& text) { return StepHandle{problem::make_step(text, {}).choice}; },
      py::arg("text"), "The rule that a text of the command line names.");
  module.def(
      "check_step",
      [](const StepHandle& step, bool constrained) {
        const StepContext anything{.mode = constrained ? Mode::constrained : Mode::unconstrained,
                                   .max_iterations = 1,
                                   .lipschitz = [] { return 1.0; }};
        step.choice.begin(anything);
      },
      py::arg("step"), py::arg("constrained"), "Refuses parameters that are good for no run.");
  module.def("set_names", [] { return names(problem::set_kinds()); });
  module.def("step_names", [] { return names(problem::step_kinds()); });
  module.def("norm_names", [] { return names(problem::norm_kinds()); });
  add_norms(module);
}

}  // namespace acgd::python
