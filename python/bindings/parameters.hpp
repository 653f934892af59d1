#pragma once

#include <algorithm>
#include <string>

#include "acgd/core/description.hpp"
#include "acgd/core/error.hpp"
#include "bindings/pybind.hpp"

/// Descriptions of parameters for Python.
namespace acgd::python {

/// A dict per parameter: name, kind, default, is_optional, words, rule, sentence, absent. The kind
/// selects the conversion in python/acgd/_parameters.py: "flag", "count", "small count", "number",
/// "text" or "word".
py::list to_list(const Description& description);

/// Assigns the values of the dict, converted by Python. Throws InvalidInput for unknown names.
void assign(Description description, const py::dict& values);

/// For each kind of a table, by name: its sentence, its syntax, and to_list() of its parameters.
template <class Kind>
py::dict to_dict(const std::vector<Kind>& kinds) {
  py::dict dict;
  for (Kind kind : kinds) {
    const py::object name = py::cast(kind.choice.name());
    dict[name] =
        py::make_tuple(kind.choice.sentence(), kind.syntax, to_list(kind.choice.describe()));
  }
  return dict;
}

/// The choice of this name with these parameters.
template <class Kind>
auto chosen(const std::vector<Kind>& kinds, const std::string& name, const py::dict& values) {
  const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                 [&](const Kind& k) { return k.choice.name() == name; });
  if (kind == kinds.end()) throw InvalidInput(name, "there is no such name");
  auto choice = kind->choice;
  assign(choice.describe(), values);
  return choice;
}

}  // namespace acgd::python
