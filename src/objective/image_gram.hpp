#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "objective/map_images.hpp"

namespace acgd {

/// The products <A a_i, D A a_j> of atoms with each other, D diagonal and >= 0.
///
/// Images that are short lists meet row by row: each row of A costs the square of how many of them
/// it has. The others are gathered into a panel of vectors, which takes blocked products. Either
/// way sqrt(D) A a is formed first, so that an entry's bits depend on its two atoms and D alone:
/// not on their order, on the other atoms, on what was known before or on the number of threads.
class ImageGram {
 public:
  /// h(i, j) = h(j, i) for every j >= known and every i; roots = sqrt(D).
  void compute(std::span<const Term> terms, Index known, ConstVectorRef roots, MapImages& images,
               Matrix& h);

  /// What compute() takes, in bytes that could be read meanwhile.
  static double cost(std::span<const Term> terms, Index known, const LinearMap& map);

 private:
  /// Finds out which images are lists.
  void sort_out(std::span<const Term> terms, const MapImages& images);
  /// The lists by rows, multiplied by sqrt(D): the rows that a new one has.
  void gather_rows(Index known, ConstVectorRef roots);
  /// The same where there are fewer entries than rows: nothing is as long as a vector.
  void sort_rows(ConstVectorRef roots);
  void make_room(Index known, ConstVectorRef roots);
  void add_lists(Index known, Matrix& h) const;
  void add_panels(std::span<const Term> terms, Index known, ConstVectorRef roots, MapImages& images,
                  Matrix& h);
  /// Lists times the vectors in the panel, which has the rows from `first` on.
  void add_mixed(Index known, Index first, Index count, Matrix& h) const;
  void mirror(Index known, Matrix& h) const;

  std::vector<Index> listed_;        ///< positions of the atoms whose images are lists
  std::vector<std::size_t> starts_;  ///< of each of these lists, and the end of the last
  EntryList lists_;
  std::vector<Index> dense_;  ///< positions of the others
  std::vector<char> is_list_;
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

  std::vector<Row> rows_;          ///< that are wanted, ascending
  std::vector<RowEntry> entries_;  ///< of all rows: positions ascend in each, zeros follow
  std::vector<int> number_of_row_;
  std::vector<std::uint64_t> keys_;
  std::vector<double> panel_;
};

}  // namespace acgd
