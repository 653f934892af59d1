#include "bindings/atoms.hpp"

#include <cstdint>
#include <span>
#include <vector>

#include "acgd/core/error.hpp"
#include "bindings/arrays.hpp"
#include "bindings/module.hpp"

namespace acgd::python {
namespace {

using LongArray = py::array_t<std::int64_t, py::array::c_style>;

// Maximum relative difference between x and the sum of its atoms.
constexpr double kSameX = 1e-9;

/// Non-zero entries of all atoms, concatenated.
struct Entries {
  std::vector<std::int64_t> indices;
  std::vector<double> values;

  void add(Index index, double value) {
    if (value == 0) return;
    indices.push_back(index);
    values.push_back(value);
  }

  /// Adds those of an atom whose first variable has the index `first`.
  void add(const Atom& atom, Index first) {
    if (const auto* one = atom.as<Atom::Coordinate>()) {
      add(first + one->index, one->value);
    } else if (const auto* some = atom.as<Atom::Sparse>()) {
      for (std::size_t k = 0; k < some->indices.size(); ++k) {
        add(first + some->indices[k], some->values[k]);
      }
    } else if (const auto* blocks = atom.as<Atom::Blocks>()) {
      for (const Atom& part : blocks->parts) {
        add(part, first);
        first += part.size();
      }
    } else {
      const Vector all = atom.to_dense();
      for (Index i = 0; i < all.size(); ++i) add(first + i, all[i]);
    }
  }
};

template <class Number>
py::array_t<Number> array_of(const std::vector<Number>& numbers) {
  return py::array_t<Number>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

template <class Number>
std::span<const Number> span_of(const py::array_t<Number, py::array::c_style>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

/// Also checked here: pickles may contain anything.
void require(bool fits) {
  if (!fits) throw InvalidInput("x0", "its atoms are inconsistent");
}

/// In the representation that an oracle would most likely return.
Atom to_atom(Index size, std::span<const std::int64_t> indices, std::span<const double> values) {
  Atom atom;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    require(indices[k] < size && indices[k] >= (k == 0 ? 0 : indices[k - 1] + 1));
  }
  if (indices.size() <= 1) {
    atom.become_coordinate(size, indices.empty() ? 0 : indices[0],
                           values.empty() ? 0.0 : values[0]);
  } else if (static_cast<Index>(2 * indices.size()) > size) {
    Vector& dense = atom.become_dense(size);
    dense.setZero();
    for (std::size_t k = 0; k < indices.size(); ++k) dense[indices[k]] = values[k];
  } else {
    Atom::Sparse& sparse = atom.become_sparse(size);
    sparse.indices.assign(indices.begin(), indices.end());
    sparse.values.assign(values.begin(), values.end());
  }
  return atom;
}

Matrix matrix_of_side(const py::handle& sides) {
  const auto array = sides.cast<py::array_t<double, py::array::f_style>>();
  require(array.ndim() == 2);
  return Eigen::Map<const Matrix>(array.data(), array.shape(0), array.shape(1));
}

/// A rank-one matrix from one column of each factor.
Atom::RankOne to_term(const Vector& left, const Vector& right) {
  return {left.norm() * right.norm(), left.normalized(), right.normalized()};
}

/// An atom from two matrices or two vectors.
Atom to_atom(const py::tuple& factors) {
  if (py::array(factors[0]).ndim() == 2) {
    const Matrix left = matrix_of_side(factors[0]), right = matrix_of_side(factors[1]);
    require(left.cols() == right.cols());
    Atom atom;
    auto& terms =
        atom.become_low_rank(left.rows(), right.rows(), static_cast<std::size_t>(left.cols()))
            .terms;
    for (Index k = 0; k < left.cols(); ++k) {
      terms[k] = to_term(left.col(k), right.col(k));
    }
    return atom;
  }
  const Vector left = to_vector(factors[0].cast<VectorArray>());
  const Vector right = to_vector(factors[1].cast<VectorArray>());
  Atom atom;
  atom.become_rank_one(left.size(), right.size()) = to_term(left, right);
  return atom;
}

/// Two matrices with a column per term.
py::tuple to_factors(const Atom::LowRank& sum) {
  const auto count = static_cast<Index>(sum.terms.size());
  Matrix left(sum.terms[0].left.size(), count), right(sum.terms[0].right.size(), count);
  for (Index k = 0; k < count; ++k) {
    const Atom::RankOne& term = sum.terms[k];
    left.col(k) = term.scale * term.left;
    right.col(k) = term.right;
  }
  return py::make_tuple(to_array(std::move(left)), to_array(std::move(right)));
}

bool is_sum_of(const WeightedAtoms& atoms, const Vector& x) {
  Vector difference = x;
  for (const WeightedAtom& each : atoms) {
    if (each.atom.size() != x.size()) return false;
    each.atom.add_to(difference, -each.weight);
  }
  const double largest = x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0.0;
  return difference.lpNorm<Eigen::Infinity>() <= kSameX * largest;
}

/// A result is a dict that users may have changed: x takes precedence over the atoms.
StartHandle start_at(Vector x, const py::tuple& arrays) {
  Result result;
  result.atoms = to_atoms(arrays);
  if (!result.atoms.empty() && !is_sum_of(result.atoms, x)) result.atoms.clear();
  result.x = std::move(x);
  return {Start(result)};
}

StartHandle start_at_matrix(Matrix left, Matrix right, const py::tuple& arrays) {
  Result result;
  result.factors.left = std::move(left);
  result.factors.right = std::move(right);
  result.atoms = to_atoms(arrays);
  return {Start(result)};
}

}  // namespace

py::tuple to_tuple(const WeightedAtoms& atoms) {
  std::vector<double> weights;
  std::vector<std::int64_t> blocks, starts = {0};
  Entries entries;
  py::dict factors;
  for (const WeightedAtom& each : atoms) {
    if (const auto* matrix = each.atom.as<Atom::RankOne>()) {
      factors[py::int_(weights.size())] = py::make_tuple(
          to_array(Vector(matrix->scale * matrix->left)), copy_to_array(matrix->right));
    } else if (const auto* sum = each.atom.as<Atom::LowRank>(); sum && !sum->terms.empty()) {
      factors[py::int_(weights.size())] = to_factors(*sum);
    } else {
      entries.add(each.atom, 0);
    }
    weights.push_back(each.weight);
    blocks.push_back(each.block);
    starts.push_back(static_cast<std::int64_t>(entries.indices.size()));
  }
  const Index size = atoms.empty() ? 0 : atoms[0].atom.size();
  return py::make_tuple(size, array_of(weights), array_of(blocks), array_of(starts),
                        array_of(entries.indices), array_of(entries.values), factors);
}

WeightedAtoms to_atoms(const py::tuple& arrays) {
  const auto size = arrays[0].cast<Index>();
  const auto weights = arrays[1].cast<VectorArray>();
  const auto blocks = arrays[2].cast<LongArray>();
  const auto starts = arrays[3].cast<LongArray>();
  const auto indices = arrays[4].cast<LongArray>();
  const auto values = arrays[5].cast<VectorArray>();
  const auto factors = arrays[6].cast<py::dict>();
  const auto count = static_cast<std::size_t>(weights.size());
  require(span_of(blocks).size() == count && span_of(starts).size() == count + 1);
  require(indices.size() == values.size());
  WeightedAtoms atoms(count);
  for (std::size_t k = 0; k < count; ++k) {
    const std::int64_t begin = span_of(starts)[k], end = span_of(starts)[k + 1];
    require(0 <= begin && begin <= end && end <= indices.size());
    const py::int_ key(k);
    const auto from = static_cast<std::size_t>(begin),
               length = static_cast<std::size_t>(end) - from;
    atoms[k] = {.atom = factors.contains(key)
                            ? to_atom(py::object(factors[key]).cast<py::tuple>())
                            : to_atom(size, span_of(indices).subspan(from, length),
                                      span_of(values).subspan(from, length)),
                .weight = span_of(weights)[k],
                .block = span_of(blocks)[k]};
  }
  return atoms;
}

void add_atoms(py::module_& module) {
  py::class_<StartHandle>(module, "Start", "The start of a run, with its atoms.");
  module.def(
      "start_at_atoms",
      [](const py::tuple& arrays) { return StartHandle{Start(to_atoms(arrays))}; },
      py::arg("atoms"));
  module.def(
      "start_at",
      [](const VectorArray& x, const py::tuple& arrays) { return start_at(to_vector(x), arrays); },
      py::arg("x"), py::arg("atoms"));
  module.def(
      "start_at_matrix",
      [](const py::array_t<double, py::array::f_style>& left,
         const py::array_t<double, py::array::f_style>& right, const py::tuple& arrays) {
        return start_at_matrix(
            Eigen::Map<const Matrix>(left.data(), left.shape(0), left.shape(1)),
            Eigen::Map<const Matrix>(right.data(), right.shape(0), right.shape(1)), arrays);
      },
      py::arg("left"), py::arg("right"), py::arg("atoms"));
}

}  // namespace acgd::python
