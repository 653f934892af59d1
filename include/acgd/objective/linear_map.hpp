#pragma once

#include <optional>
#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/linalg/singular_pair.hpp"

namespace acgd {

class Shards;

/// A vector as a list of what it is made of: entries in any order, those of the same place add up.
struct EntryList {
  std::vector<int> places;
  std::vector<double> values;

  std::size_t size() const { return places.size(); }
  void clear() { places.clear(), values.clear(); }
  void add(Index place, double value) {
    places.push_back(static_cast<int>(place));
    values.push_back(value);
  }
};

/// The A of f(x) = phi(A x): x has cols() entries, A x one entry per sample, rows() of them.
/// multiply() and multiply_adjoint() are all a map needs; a map that knows how it acts on atoms
/// says so in image().
class LinearMap : public MatrixOperator {
 public:
  /// z = A atom, of rows() entries. An atom of one coordinate is one column; by default the atom is made dense.
  virtual void image(const Atom& atom, VectorRef z) const;

  /// How long A atom is as a list at most, where that is known to be short beside the vector; else
  /// nothing. It depends on A and the atom alone. By default nothing is known.
  virtual std::optional<Index> image_length(const Atom& atom) const {
    static_cast<void>(atom);
    return std::nullopt;
  }
  /// Appends A atom to the list, if it has an image_length(); else returns false.
  virtual bool append_image(const Atom& atom, EntryList& image) const {
    static_cast<void>(atom), static_cast<void>(image);
    return false;
  }

  /// Whether multiply_columns() is there.
  virtual bool has_columns() const { return false; }
  /// y[j - first] = <column j, x> for the columns [first, last) alone, by this thread alone.
  virtual void multiply_columns(ConstVectorRef x, Index first, Index last, double* y) const {
    static_cast<void>(x), static_cast<void>(first), static_cast<void>(last), static_cast<void>(y);
  }

  /// How the rows are cut and spread over ranks, if they are; null: there are no others.
  virtual const Shards* shards() const { return nullptr; }

  /// Whether A x = x.
  virtual bool is_identity() const { return false; }

  /// Bytes read by one product with the whole matrix: what the automatic choices compare.
  virtual double bytes() const {
    return 8.0 * static_cast<double>(rows()) * static_cast<double>(cols());
  }
};

/// The largest singular value of A, squared, to a relative 1e-6: Lanczos, a few dozen products.
double squared_operator_norm(const MatrixOperator& a);

}  // namespace acgd
