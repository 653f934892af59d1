// The sets that the library knows, and those of Python.
#include "app/spec/sets.hpp"

#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/matchings.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/testing/testing.hpp"
#include "app/data/specification.hpp"
#include "bindings/arrays.hpp"
#include "bindings/callables.hpp"
#include "bindings/module.hpp"
#include "bindings/parameters.hpp"

namespace acgd::python {
namespace {

template <class Set, class... Arguments>
OracleHandle make_set(Arguments... arguments) {
  return {std::make_shared<const Set>(std::move(arguments)...)};
}

OracleHandle box(const VectorArray& lower, const VectorArray& upper) {
  return make_set<Box>(to_vector(lower), to_vector(upper));
}

/// Points are rows of a C-ordered array: columns of its transpose.
OracleHandle convex_hull(const py::array_t<double>& columns) {
  return make_set<ConvexHull>(share_matrix(columns));
}

OracleHandle product(const std::vector<OracleHandle>& parts) {
  std::vector<std::shared_ptr<const Oracle>> sets;
  for (const OracleHandle& part : parts) sets.push_back(part.set);
  return make_set<Product>(std::move(sets));
}

OracleHandle flow_polytope(Index nodes, const std::vector<std::pair<Index, Index>>& edges,
                           const std::vector<Index>& sources, const std::vector<Index>& sinks,
                           const std::string& costs) {
  if (costs != "nodes" && costs != "edges") {
    throw spec::unknown_name("costs", costs, {"nodes", "edges"});
  }
  FlowGraph graph{.nodes = nodes, .sources = sources, .sinks = sinks};
  for (const auto& [from, to] : edges) graph.edges.push_back({from, to});
  return make_set<FlowPolytope>(std::move(graph),
                                costs == "nodes" ? FlowCosts::nodes : FlowCosts::edges);
}

template <class... Sets>
Sides sides_among(const Oracle& set) {
  Sides sides;
  const auto look = [&](const auto* ball) {
    if (ball != nullptr) sides = {ball->rows(), ball->cols()};
  };
  (look(dynamic_cast<const Sets*>(&set)), ...);
  return sides;
}

template <class... Sets>
Sides side_among(const Oracle& set) {
  Index side = 0;
  const auto look = [&](const auto* square) {
    if (square != nullptr) side = square->side();
  };
  (look(dynamic_cast<const Sets*>(&set)), ...);
  return {side, side};
}

/// The shape of a set of matrices in the library; (0, 0) for others.
Sides sides_of(const Oracle& set) {
  if (const auto* plans = dynamic_cast<const TransportPlans*>(&set)) {
    return {plans->rows().size(), plans->columns().size()};
  }
  const Sides sides = sides_among<NuclearBall, SpectralBall, SchattenBall>(set);
  return sides != Sides() ? sides : side_among<Birkhoff, Spectraplex, Fantope>(set);
}

/// The set of transposed matrices; for a product, of its parts.
OracleHandle transposed(const OracleHandle& h) {
  const Oracle* set = h.set.get();
  if (const auto* plans = dynamic_cast<const TransportPlans*>(set)) {
    return make_set<TransportPlans>(plans->columns(), plans->rows());
  }
  if (const auto* ball = dynamic_cast<const NuclearBall*>(set)) {
    return make_set<NuclearBall>(ball->cols(), ball->rows(), ball->radius());
  }
  if (const auto* ball = dynamic_cast<const SpectralBall*>(set)) {
    return make_set<SpectralBall>(ball->cols(), ball->rows(), ball->radius());
  }
  if (const auto* ball = dynamic_cast<const SchattenBall*>(set)) {
    return make_set<SchattenBall>(ball->cols(), ball->rows(), ball->p(), ball->radius());
  }
  const auto* parts = dynamic_cast<const Product*>(set);
  if (parts == nullptr) return h;
  std::vector<OracleHandle> all;
  for (std::size_t i = 0; i < parts->count(); ++i) {
    all.push_back(transposed({std::shared_ptr<const Oracle>(h.set, &parts->part(i))}));
  }
  return product(all);
}

/// The set of a string for a variable of this shape in the library. A shape or file in the string
/// refers to X.
OracleHandle read_set(const std::string& text, Index dimension, const Sides& sides) {
  const OracleHandle h{spec::make_set(text, {dimension, sides.first, sides.second})};
  const bool is_plans = dynamic_cast<const TransportPlans*>(h.set.get()) != nullptr;
  return sides != Sides() && sides == sides_of(*h.set) && !is_plans ? h : transposed(h);
}

void check_size(const char* argument, const OracleHandle& h, const VectorArray& x) {
  if (x.size() != h.set->dimension()) {
    throw InvalidInput(argument, fmt::format("has {} entries, must have {} like the set", x.size(),
                                             h.set->dimension()));
  }
}

py::array_t<double> minimizer(const OracleHandle& h, const VectorArray& gradient) {
  check_size("gradient", h, gradient);
  return to_array(linear_minimizer(*h.set, to_vector(gradient)));
}

double violation(const OracleHandle& h, const VectorArray& x) {
  check_size("x", h, x);
  return h.set->violation(to_vector(x)).distance;
}

PenaltyHandle make_penalty(Penalty penalty) {
  return {std::make_shared<const Penalty>(std::move(penalty))};
}

/// The penalty of a string for a variable of this shape in the library.
PenaltyHandle read_penalty(const std::string& text, Index dimension, const Sides& sides) {
  if (const auto typed = spec::split_penalty(text)) {
    return make_penalty(Penalty(read_set(typed->set, dimension, sides).set, typed->lambda));
  }
  return {spec::make_penalty(text, {dimension, sides.first, sides.second})};
}

PenaltyHandle block_penalty(const std::vector<PenaltyHandle>& parts) {
  std::vector<Penalty> penalties;
  for (const PenaltyHandle& part : parts) penalties.push_back(*part.penalty);
  return make_penalty(Penalty(penalties));
}

void add_penalties(py::module_& module) {
  py::class_<PenaltyHandle>(module, "Penalty", "A penalty with a number of variables.")
      .def_property_readonly("name", [](const PenaltyHandle& h) { return h.penalty->name(); })
      .def(
          "value",
          [](const PenaltyHandle& h, const VectorArray& x) {
            if (x.size() != h.penalty->dimension()) {
              throw InvalidInput("x", fmt::format("has {} entries, must have {} like the penalty",
                                                  x.size(), h.penalty->dimension()));
            }
            return h.penalty->value(to_vector(x));
          },
          py::arg("x"));
  module.def(
      "penalty",
      [](const OracleHandle& h, double lam) { return make_penalty(Penalty(h.set, lam)); },
      py::arg("set"), py::arg("lam"));
  module.def(
      "weighted_l1",
      [](const VectorArray& weights, bool positive) {
        return make_penalty(Penalty::weighted_l1(to_vector(weights), positive));
      },
      py::arg("weights"), py::arg("positive"));
  module.def(
      "bounds",
      [](const VectorArray& lower, const VectorArray& upper) {
        return make_penalty(Penalty::bounds(to_vector(lower), to_vector(upper)));
      },
      py::arg("lower"), py::arg("upper"));
  module.def("block_penalty", &block_penalty, py::arg("parts"));
  module.def("read_penalty", &read_penalty, py::arg("text"), py::arg("dimension"), py::arg("shape"),
             "The penalty that a text of the command line names.");
}

}  // namespace

void add_sets(py::module_& module) {
  py::class_<OracleHandle>(module, "Oracle", "A set with a number of variables.")
      .def_property_readonly("name", [](const OracleHandle& h) { return h.set->name(); })
      .def_property_readonly("dimension", [](const OracleHandle& h) { return h.set->dimension(); })
      .def_property_readonly("shape", [](const OracleHandle& h) { return sides_of(*h.set); })
      .def("transposed", &transposed)
      .def_property_readonly("is_norm_ball",
                             [](const OracleHandle& h) { return h.set->is_norm_ball(); })
      .def("minimizer", &minimizer, py::arg("gradient"))
      .def("violation", &violation, py::arg("x"))
      .def("start", [](const OracleHandle& h) { return to_array(h.set->start().to_dense()); })
      .def("check", [](const OracleHandle& h) { return check_oracle(*h.set); });
  module.def("box", &box, py::arg("lower"), py::arg("upper"));
  module.def("flow_polytope", &flow_polytope, py::arg("nodes"), py::arg("edges"),
             py::arg("sources"), py::arg("sinks"), py::arg("costs"));
  module.def("convex_hull", &convex_hull, py::arg("columns").noconvert());
  module.def("product", &product, py::arg("parts"));
  module.def(
      "custom_set",
      [](Index dimension, const Sides& sides, py::object minimizer, py::object violation,
         py::object start, bool is_norm_ball, bool zero_inside, bool is_polytope,
         const std::string& name) {
        return make_custom_set({dimension, sides, std::move(minimizer), std::move(violation),
                                std::move(start), is_norm_ball, zero_inside, is_polytope, name});
      },
      py::arg("dimension"), py::arg("shape"), py::arg("minimizer"), py::arg("violation"),
      py::arg("start"), py::arg("is_norm_ball"), py::arg("zero_inside"), py::arg("is_polytope"),
      py::arg("name"));
  module.def(
      "sets", [] { return to_dict(spec::set_kinds()); },
      "By name: the sentence, the syntax and the parameters of sets.");
  module.def(
      "make_set",
      [](const std::string& name, const py::dict& values, Index dimension, Sides sides) {
        return OracleHandle{chosen(known_sets(), name, values)
                                .begin({.variable = {dimension, sides.first, sides.second}})};
      },
      py::arg("name"), py::arg("values"), py::arg("dimension"), py::arg("shape"));
  module.def("read_set", &read_set, py::arg("text"), py::arg("dimension"), py::arg("shape"),
             "The set that a text of the command line names.");
  module.def("sides_of_set", &spec::sides_of_set, py::arg("text"),
             "Rows and columns that a text of the command line gives a matrix, or None.");
  add_penalties(module);
}

}  // namespace acgd::python
