// The compiled module of the package; names and parsers are those of the command line.
#include "bindings/module.hpp"

#include "acgd/core/error.hpp"
#include "acgd/version.hpp"

namespace {

PyObject* refuse_new(PyTypeObject* type, PyObject*, PyObject*) {
  PyErr_Format(PyExc_TypeError, "%s: is made by the functions of acgd only", type->tp_name);
  return nullptr;
}

/// Disables cls.__new__(cls), which would create empty objects.
void seal(const pybind11::module_& module) {
  for (const auto& [name, value] : pybind11::dict(module.attr("__dict__"))) {
    if (PyType_Check(value.ptr()) == 0 || pybind11::hasattr(value, "__setstate__")) continue;
    reinterpret_cast<PyTypeObject*>(value.ptr())->tp_new = refuse_new;
  }
}

/// Names of files are bytes, and need not be UTF-8. Null with a Python error if that fails.
pybind11::object text(const std::string& bytes) {
  return pybind11::reinterpret_steal<pybind11::object>(PyUnicode_DecodeFSDefault(bytes.c_str()));
}

/// A ValueError with the fields of the error as attributes.
void set_value_error(const acgd::InvalidInput& error) {
  const acgd::InvalidInput::Fields& fields = error.fields();
  const pybind11::handle type(PyExc_ValueError);
  pybind11::object made = type(text(error.what()));
  made.attr("argument") = text(fields.argument);
  made.attr("place") = text(fields.place);
  made.attr("value") = fields.value ? text(*fields.value) : pybind11::none();
  made.attr("rule") = text(fields.rule);
  made.attr("hint") = text(fields.hint);
  PyErr_SetObject(PyExc_ValueError, made.ptr());
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  namespace python = acgd::python;
  module.doc() = "The library behind the package acgd; use that.";
  module.attr("__version__") = ACGD_VERSION;
  pybind11::detail::npy_api::get();  // before other threads can enter
  pybind11::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const acgd::FileError& error) {
      // File names are bytes and may not be UTF-8.
      const auto sentence =
          pybind11::reinterpret_steal<pybind11::object>(PyUnicode_DecodeFSDefault(error.what()));
      if (sentence) PyErr_SetObject(PyExc_OSError, sentence.ptr());
    } catch (const acgd::InvalidInput& error) {
      set_value_error(error);
    }
  });
  python::add_sparse(module);
  python::add_ranks(module);
  python::add_maps(module);
  python::add_objectives(module);
  python::add_sets(module);
  python::add_traffic(module);
  python::add_vector_sets(module);
  python::add_composed_sets(module);
  python::add_combinatorial_sets(module);
  python::add_steps(module);
  python::add_runs(module);
  python::add_completion(module);
  python::add_parts(module);
  python::add_paths(module);
  python::add_experiments(module);
  seal(module);
}
