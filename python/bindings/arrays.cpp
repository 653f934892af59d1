#include "bindings/arrays.hpp"

#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include "acgd/objective/design.hpp"
#include "bindings/lock.hpp"

namespace acgd::python {
namespace {

template <class Dense>
py::array_t<double> take_over(Dense dense, std::vector<py::ssize_t> shape) {
  auto* kept = new Dense(std::move(dense));
  const py::capsule owner(kept, [](void* p) { delete static_cast<Dense*>(p); });
  constexpr auto entry = static_cast<py::ssize_t>(sizeof(double));
  std::vector<py::ssize_t> strides = {entry};
  if (shape.size() == 2 && Dense::ColsAtCompileTime == 1) {
    strides.insert(strides.begin(), shape[1] * entry);  // row-major
  } else if (shape.size() == 2) {
    strides.push_back(shape[0] * entry);
  }
  return py::array_t<double>(std::move(shape), std::move(strides), kept->data(), owner);
}

/// Eigen's dynamic matrices are a pointer and two sizes. A matrix assembled from these is never
/// destroyed, so it frees nothing.
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

  /// The last owner may be a run without the interpreter's lock.
  static void destroy(Borrowed* borrowed) {
    const Locked lock;
    delete borrowed;
  }

  alignas(M) unsigned char memory_[sizeof(M)];
  py::object owner_;
};

/// Whether the array has this order and aligned entries.
bool is_plain(const py::array& array, int order) {
  const int wanted = order | py::detail::npy_api::NPY_ARRAY_ALIGNED_;
  return (array.flags() & wanted) == wanted;
}

template <class M>
std::shared_ptr<const M> share(const py::array_t<typename M::Scalar>& array) {
  if (array.ndim() != 2 || !is_plain(array, py::array::f_style)) {
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

py::array_t<double> copy_to_array(const Vector& x, const Sides& sides) {
  // numpy would release the lock for its copy
  if (sides == Sides()) return to_array(Vector(x));
  return take_over(Vector(x), {sides.first, sides.second});
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

std::span<const double> to_span(const VectorArray& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

Integers to_integers(const py::array& array) {
  if (array.ndim() == 1 && is_plain(array, py::array::c_style)) {
    const auto size = static_cast<std::size_t>(array.size());
    if (py::isinstance<py::array_t<std::int32_t>>(array)) {
      return std::span(static_cast<const std::int32_t*>(array.data()), size);
    }
    if (py::isinstance<py::array_t<std::int64_t>>(array)) {
      return std::span(static_cast<const std::int64_t*>(array.data()), size);
    }
  }
  throw py::type_error("indices: must be integers of 32 or 64 bits, one after the other");
}

SparseMatrix to_sparse(const CompressedColumns& columns) {
  return read_sparse(SparseLines{.name = "matrix",
                                 .rows = columns.shape.first,
                                 .cols = columns.shape.second,
                                 .starts = to_integers(columns.starts),
                                 .indices = to_integers(columns.rows),
                                 .values = to_span(columns.values)});
}

SparseMatrix to_matrix(const Design& a) {
  std::vector<const SparseMap*> parts;
  if (a.blocks() == nullptr) {
    parts.push_back(&dynamic_cast<const SparseMap&>(a.map()));
  } else {
    for (const auto& part : a.blocks()->parts()) {
      if (part) parts.push_back(&dynamic_cast<const SparseMap&>(*part));
    }
  }
  const LinearMap& map = a.map();
  Index entries = 0;
  for (const SparseMap* part : parts) entries += part->entry_count();
  SparseMatrix matrix(map.rows(), map.cols());
  matrix.reserve(entries);
  for (Index j = 0; j < map.cols(); ++j) {
    matrix.startVec(j);
    Index first = 0;
    for (const SparseMap* part : parts) {
      const SparseMap::Lines& columns = part->by_column();
      const auto line = static_cast<std::size_t>(j);
      for (int k = columns.starts[line]; k < columns.starts[line + 1]; ++k) {
        const auto place = static_cast<std::size_t>(k);
        double& entry = matrix.insertBack(first + columns.indices[place], j);
        entry = !columns.values.empty()   ? columns.values[place]
                : !columns.floats.empty() ? columns.floats[place]
                                          : 1.0;
      }
      first += part->rows();
    }
  }
  matrix.finalize();
  return matrix;
}

}  // namespace acgd::python
