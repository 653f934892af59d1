// Contents of the matrices of objectives, for pickling.
#include "acgd/core/error.hpp"
#include "acgd/objective/design.hpp"
#include "acgd/objective/hessian.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/quadratic.hpp"
#include "bindings/arrays.hpp"
#include "bindings/handles.hpp"
#include "bindings/module.hpp"

namespace acgd::python {
namespace {

/// A view of the entries of a matrix; `owner` keeps them alive.
template <class M>
py::array_t<typename M::Scalar> view(const M& matrix, std::shared_ptr<const void> owner) {
  using Scalar = typename M::Scalar;
  auto* kept = new std::shared_ptr<const void>(std::move(owner));
  const py::capsule base(kept,
                         [](void* p) { delete static_cast<std::shared_ptr<const void>*>(p); });
  const auto stride = static_cast<py::ssize_t>(sizeof(Scalar));
  py::array_t<Scalar> array({matrix.rows(), matrix.cols()}, {stride, stride * matrix.outerStride()},
                            matrix.data(), base);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

template <class Number>
py::array_t<Number> copy(const Number* begin, std::size_t count) {
  return py::array_t<Number>(static_cast<py::ssize_t>(count), begin);
}

/// Shape, column starts, row indices and values.
py::tuple columns(const SparseMatrix& m) {
  const auto cols = static_cast<std::size_t>(m.cols());
  const auto entries = static_cast<std::size_t>(m.nonZeros());
  return py::make_tuple(std::pair(m.rows(), m.cols()), copy(m.outerIndexPtr(), cols + 1),
                        copy(m.innerIndexPtr(), entries), copy(m.valuePtr(), entries));
}

/// The matrix with the sum of its diagonal in the first entry: only the sum matters.
SparseMatrix balanced_matrix(const MatrixBalancing& f) {
  std::vector<Eigen::Triplet<double, int>> entries;
  if (f.diagonal() != 0) entries.emplace_back(0, 0, f.diagonal());
  const MatrixBalancing::Pairs& pairs = f.pairs();
  for (int i = 0; i < static_cast<int>(f.dimension()); ++i) {
    for (Index k = pairs.starts[i]; k < pairs.starts[i + 1]; ++k) {
      const int j = pairs.partners[k];
      if (pairs.forward[k] != 0) entries.emplace_back(i, j, pairs.forward[k]);
      if (pairs.backward[k] != 0) entries.emplace_back(j, i, pairs.backward[k]);
    }
  }
  SparseMatrix matrix(f.dimension(), f.dimension());
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

py::tuple parts_of_map(const MapHandle& h) {
  if (h.design.reduction().team().size() > 1) {
    throw InvalidInput("map", "is spread over ranks, and this one has a part: cannot be pickled");
  }
  if (const Index blocks = h.design.reduction().count(); blocks > 1) {
    const MapHandle whole = h.dense ? MapHandle{h.dense, h.dense} : MapHandle{to_matrix(h.design)};
    return py::make_tuple("block_map", py::make_tuple(whole, py::none(), blocks));
  }
  if (!h.dense) return py::make_tuple("sparse_map", columns(to_matrix(h.design)));
  const py::array entries = h.dense->matrix() != nullptr
                                ? py::array(view(*h.dense->matrix(), h.dense))
                                : py::array(view(*h.dense->matrix_float(), h.dense));
  return py::make_tuple("dense_map", py::make_tuple(entries));
}

py::tuple parts_of_objective(const ObjectiveHandle& h) {
  if (const auto* balancing = dynamic_cast<const MatrixBalancing*>(h.f.get())) {
    return py::make_tuple("sparse_matrix_balancing", columns(balanced_matrix(*balancing)));
  }
  const auto& f = dynamic_cast<const Quadratic&>(*h.f);
  const py::tuple rest = py::make_tuple(copy_to_array(f.linear()), f.constant());
  if (const auto* dense = dynamic_cast<const DenseHessian*>(&f.hessian())) {
    const py::tuple matrix = py::make_tuple(view(dense->matrix(), h.f));
    return py::make_tuple("quadratic", py::tuple(matrix + rest));
  }
  const auto& sparse = dynamic_cast<const SparseHessian&>(f.hessian());
  return py::make_tuple("sparse_quadratic", py::tuple(columns(sparse.matrix()) + rest));
}

}  // namespace

void add_parts(py::module_& module) {
  module.def("parts_of_map", &parts_of_map, py::arg("map"),
             "The function of this module that makes the map, and its arguments.");
  module.def("parts_of_objective", &parts_of_objective, py::arg("objective"),
             "The same for a quadratic or a matrix to be balanced.");
}

}  // namespace acgd::python
