// Step rules, direction rules and norms.
#include "acgd/solve/options.hpp"
#include "app/spec/rules.hpp"
#include "app/spec/sets.hpp"
#include "bindings/arrays.hpp"
#include "bindings/callables.hpp"
#include "bindings/module.hpp"
#include "bindings/parameters.hpp"

namespace acgd::python {
namespace {

std::vector<std::string> norm_names() {
  std::vector<std::string> names;
  for (const spec::Kind& kind : spec::norm_kinds()) names.push_back(kind.syntax);
  return names;
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
  module.def("norm_names", &norm_names);
  module.def(
      "make_norm",
      [](const std::string& text, Index dimension, std::pair<Index, Index> shape) -> NormHandle {
        return {spec::make_norm(text, {dimension, shape.first, shape.second})};
      },
      py::arg("text"), py::arg("dimension"), py::arg("shape"),
      "The norm that a text of the command line names.");
}

void add_directions(py::module_& module) {
  py::class_<DirectionHandle>(module, "Direction", "A direction rule.");
  module.def("direction_rules", [] { return to_dict(spec::direction_kinds()); });
  module.def("default_direction", [] { return Options().direction.name(); });
  module.def(
      "make_direction",
      [](const std::string& name, const py::dict& values) {
        DirectionChoice choice = chosen(spec::direction_kinds(), name, values);
        validate(choice.describe());
        return DirectionHandle{std::move(choice)};
      },
      py::arg("name"), py::arg("values"));
  module.def(
      "read_direction",
      [](const std::string& text) { return DirectionHandle{spec::make_direction(text)}; },
      py::arg("text"), "The rule that a text of the command line names.");
}

}  // namespace

void add_steps(py::module_& module) {
  py::class_<StepHandle>(module, "Step", "A step rule.");
  module.def(
      "step_rules", [] { return to_dict(spec::step_kinds()); },
      "By name: the sentence, the syntax and the parameters of rules.");
  module.def("default_step", [] { return Options().step.name(); });
  module.def(
      "make_step",
      [](const std::string& name, const py::dict& values) {
        return StepHandle{chosen(spec::step_kinds(), name, values)};
      },
      py::arg("name"), py::arg("values"));
  module.def(
      "read_step",
      [](const std::string& text) {
        spec::Hints hints;
        StepChoice choice = spec::make_step(text, {}, &hints);
        return std::pair(StepHandle{std::move(choice)}, hints);
      },
      py::arg("text"),
      "The rule that a text of the command line names, and what to say of old words.");
  module.def("custom_step", &make_custom_step, py::arg("length"));
  module.def(
      "check_step",
      [](const StepHandle& step, bool constrained) {
        const StepContext anything{
            .constrained = constrained, .max_iterations = 1, .lipschitz = [] { return 1.0; }};
        step.choice.begin(anything);
      },
      py::arg("step"), py::arg("constrained"), "Refuses parameters that are good for no run.");
  add_directions(module);
  add_norms(module);
}

}  // namespace acgd::python
