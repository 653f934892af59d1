#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "acgd/objective/loss.hpp"
#include "objective/map_images.hpp"

namespace acgd {

/// Gram matrix <A a_i, D A a_j> of the images of atoms, D positive semidefinite.
///
/// D is diagonal, or couples the predictions of a sample: D = M'M. The vectors M A a_i, or
/// sqrt(D) A a_i, are formed first, so that the bits of an entry depend on its two atoms and D
/// alone: not on their order, the other atoms, `known`, or the number of threads.
///
/// Short images (lists of entries) are multiplied row by row: each row of A costs the square of the
/// number of lists with an entry in it. The others are gathered into a dense panel and multiplied
/// by blocked products, as are all if D is not diagonal.
class ImageGram {
 public:
  /// h(i, j) = h(j, i) for every j >= known and every i; roots = sqrt(D).
  void compute(std::span<const Term> terms, Index known, ConstVectorRef roots, MapImages& images,
               Matrix& h);
  /// The same for the D of a loss with several outputs; d: Loss::second_derivative().
  void compute_coupled(std::span<const Term> terms, Index known, const Loss& loss, const Vector& d,
                       MapImages& images, Matrix& h);

  /// Costs of these, in bytes read from memory in the same time.
  static double cost(std::span<const Term> terms, Index known, const LinearMap& map);
  static double coupled_cost(std::span<const Term> terms, Index known, const LinearMap& map);

 private:
  /// Divides the images into lists and vectors.
  void sort_out(std::span<const Term> terms, const MapImages& images);
  /// Collects the lists by rows, scaled by sqrt(D). Only rows with an entry of a new list are
  /// needed.
  void gather_rows(Index known, ConstVectorRef roots);
  /// The same by sorting, if entries are few compared with rows: no work is proportional to rows.
  void sort_rows(ConstVectorRef roots);
  void make_room(Index known, ConstVectorRef roots);
  void add_lists(Index known, Matrix& h) const;
  void add_panels(std::span<const Term> terms, Index known, ConstVectorRef roots, MapImages& images,
                  Matrix& h);
  /// Adds products of lists and vectors; the panel contains `count` rows from `first` on.
  void add_mixed(Index known, Index first, Index count, Matrix& h) const;
  void mirror(Index known, Matrix& h) const;

  std::vector<Index> listed_;        ///< positions of the atoms whose images are lists
  std::vector<std::size_t> starts_;  ///< start of each list, and the end of the last
  EntryList lists_;
  std::vector<Index> dense_;   ///< positions of the other atoms
  std::vector<char> is_list_;  ///< of each atom
  std::vector<Term> dense_terms_;

  struct RowEntry {
    int position = 0;
    double value = 0;
  };
  struct Row {
    Index row = 0;
    std::size_t start = 0;
    std::size_t end = 0;
  };
  void put(Row& row, int position, double value);

  std::vector<Row> rows_;          ///< needed rows, ascending
  std::vector<RowEntry> entries_;  ///< of all rows: positions ascend in each, then zero padding
  std::vector<int> number_of_row_;
  std::vector<std::uint64_t> keys_;
  std::vector<double> panel_;
};

}  // namespace acgd
