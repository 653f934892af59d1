#include "bindings/arrays.hpp"

#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include "acgd/core/error.hpp"

namespace acgd::python {
namespace {

template <class Dense>
py::array_t<double> take_over(Dense dense, std::vector<py::ssize_t> shape) {
  auto* kept = new Dense(std::move(dense));
  const py::capsule owner(kept, [](void* p) { delete static_cast<Dense*>(p); });
  std::vector<py::ssize_t> strides = {sizeof(double)};
  if (shape.size() == 2) strides.push_back(shape[0] * static_cast<py::ssize_t>(sizeof(double)));
  return py::array_t<double>(std::move(shape), std::move(strides), kept->data(), owner);
}

/// Eigen's dynamic matrices are a pointer and two sizes. One that is put together from those three
/// is never destroyed, so it frees nothing.
template <class M>
class Borrowed {
 public:
  using Scalar = typename M::Scalar;

  /// A matrix in the memory of the array, if Eigen lays out its matrices as expected.
  static std::shared_ptr<const M> from(const py::array_t<Scalar>& array) {
    const Fields fields{array.data(), array.shape(0), array.shape(1)};
    auto borrowed = std::shared_ptr<Borrowed>(new Borrowed(array), &destroy);
    if constexpr (sizeof(M) == sizeof(Fields)) {
      std::memcpy(borrowed->memory_, &fields, sizeof(Fields));
      const M& matrix = borrowed->matrix();
      if (matrix.data() == fields.data && matrix.rows() == fields.rows &&
          matrix.cols() == fields.cols) {
        return {borrowed, &matrix};
      }
    }
    return nullptr;
  }

 private:
  struct Fields {
    const Scalar* data;
    Index rows;
    Index cols;
  };

  explicit Borrowed(py::object owner) : owner_(std::move(owner)) {}
  const M& matrix() const { return *std::launder(reinterpret_cast<const M*>(memory_)); }

  /// The last one who needs it may be a run without the interpreter's lock.
  static void destroy(Borrowed* borrowed) {
    const py::gil_scoped_acquire lock;
    delete borrowed;
  }

  alignas(M) unsigned char memory_[sizeof(M)];
  py::object owner_;
};

template <class M>
std::shared_ptr<const M> share(const py::array_t<typename M::Scalar>& array) {
  if (array.ndim() != 2 || (array.flags() & py::array::f_style) == 0) {
    throw py::type_error("matrix: must be a Fortran-ordered array of two dimensions");
  }
  const auto address = reinterpret_cast<std::uintptr_t>(array.data());
  if (address % EIGEN_DEFAULT_ALIGN_BYTES == 0) {
    if (auto borrowed = Borrowed<M>::from(array)) return borrowed;
  }
  return std::make_shared<const M>(
      Eigen::Map<const M>(array.data(), array.shape(0), array.shape(1)));
}

}  // namespace

Vector to_vector(const VectorArray& array) {
  return Eigen::Map<const Vector>(array.data(), array.size());
}

py::array_t<double> copy_to_array(const Vector& x) {
  return py::array_t<double>(static_cast<py::ssize_t>(x.size()), x.data());
}

py::array_t<double> to_array(Vector x) {
  const py::ssize_t size = x.size();
  return take_over(std::move(x), {size});
}

py::array_t<double> to_array(Matrix x) {
  const py::ssize_t rows = x.rows(), cols = x.cols();
  return take_over(std::move(x), {rows, cols});
}

std::shared_ptr<const Matrix> share_matrix(const py::array_t<double>& array) {
  return share<Matrix>(array);
}

std::shared_ptr<const MatrixFloat> share_matrix(const py::array_t<float>& array) {
  return share<MatrixFloat>(array);
}

SparseMatrix to_sparse(const CompressedColumns& c) {
  const Index rows = c.shape.first, cols = c.shape.second;
  if (c.starts.size() != cols + 1 || c.rows.size() != c.values.size()) {
    throw InvalidInput("matrix: its sparse columns are inconsistent");
  }
  return Eigen::Map<const SparseMatrix>(rows, cols, c.values.size(), c.starts.data(), c.rows.data(),
                                        c.values.data());
}

}  // namespace acgd::python
