// Sets of graphs, networks, matroids and functions of subsets.
#include <fmt/format.h>

#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/matchings.hpp"
#include "acgd/oracle/matroids.hpp"
#include "bindings/arrays.hpp"
#include "bindings/handles.hpp"
#include "bindings/interruption.hpp"
#include "bindings/lock.hpp"
#include "bindings/module.hpp"

namespace acgd::python {
namespace {

using Pairs = std::vector<std::pair<Index, Index>>;

std::vector<Edge> to_edges(const Pairs& pairs) {
  std::vector<Edge> edges;
  for (const auto& [from, to] : pairs) edges.push_back({from, to});
  return edges;
}

template <class Set, class... Arguments>
OracleHandle made(Arguments... arguments) {
  return {std::make_shared<const Set>(std::move(arguments)...)};
}

/// A Python function of a list of elements. Exceptions pass through the run; after Ctrl-C during
/// the call, a stop is requested and the call is repeated.
class FunctionOfSets {
 public:
  FunctionOfSets(const char* argument, py::object function)
      : argument_(argument), function_(new py::object(std::move(function)), [](py::object* kept) {
          const Locked lock;
          delete kept;
        }) {}

  double operator()(const std::vector<Index>& set) const {
    const Locked lock;
    const py::list elements = py::cast(set);
    const py::tuple arguments = py::make_tuple(elements);
    while (true) {
      PyObject* returned =
          shielded([&] { return PyObject_Call(function_->ptr(), arguments.ptr(), nullptr); });
      if (returned != nullptr) return to_number(py::reinterpret_steal<py::object>(returned));
      if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) == 0 || !Interruption::request_stop()) {
        throw py::error_already_set();
      }
      PyErr_Clear();
    }
  }

 private:
  double to_number(const py::object& returned) const {
    const double value = shielded([&] { return PyFloat_AsDouble(returned.ptr()); });
    if (value != -1 || PyErr_Occurred() == nullptr) return value;
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
    PyErr_Clear();
    throw py::type_error(fmt::format("{}: returned a {}, must return a number", argument_,
                                     Py_TYPE(returned.ptr())->tp_name));
  }

  const char* argument_;
  std::shared_ptr<py::object> function_;
};

OracleHandle matroid_bases(Index dimension, py::object is_independent, bool is_rank) {
  if (!is_rank) {
    const FunctionOfSets function("is_independent", std::move(is_independent));
    return made<MatroidBases>(
        dimension, MatroidBases::IsIndependent(
                       [function](const std::vector<Index>& set) { return function(set) != 0; }));
  }
  const FunctionOfSets function("rank", std::move(is_independent));
  const auto rank = [function](const std::vector<Index>& set) {
    const double value = function(set);
    const auto whole = static_cast<Index>(value);
    if (static_cast<double>(whole) == value) return whole;
    throw py::value_error(fmt::format("rank: returned {}, must return whole numbers", value));
  };
  return {std::make_shared<const MatroidBases>(MatroidBases::from_rank(dimension, rank))};
}

OracleHandle network_flows(const Pairs& arcs, const VectorArray& supplies,
                           const VectorArray& capacities) {
  return made<NetworkFlows>(FlowNetwork{.nodes = supplies.size(),
                                        .arcs = to_edges(arcs),
                                        .capacities = to_vector(capacities),
                                        .supplies = to_vector(supplies)});
}

}  // namespace

void add_combinatorial_sets(py::module_& module) {
  module.def(
      "matching",
      [](const Pairs& edges, bool perfect) {
        return made<Matching>(BipartiteGraph::of(to_edges(edges)),
                              perfect ? Relation::equal : Relation::at_most);
      },
      py::arg("edges"), py::arg("perfect"));
  module.def(
      "spanning_trees",
      [](Index nodes, const Pairs& edges) { return made<SpanningTrees>(nodes, to_edges(edges)); },
      py::arg("nodes"), py::arg("edges"));
  module.def("matroid_bases", &matroid_bases, py::arg("dimension"), py::arg("function"),
             py::arg("is_rank"));
  module.def(
      "submodular_base",
      [](Index dimension, py::object function) {
        return made<SubmodularBase>(dimension, SubmodularBase::SetFunction(FunctionOfSets(
                                                   "function", std::move(function))));
      },
      py::arg("dimension"), py::arg("function"));
  module.def(
      "transport_plans",
      [](const VectorArray& rows, const VectorArray& columns) {
        return made<TransportPlans>(to_vector(rows), to_vector(columns));
      },
      py::arg("rows"), py::arg("columns"));
  module.def("network_flows", &network_flows, py::arg("arcs"), py::arg("supplies"),
             py::arg("capacities"));
}

}  // namespace acgd::python
