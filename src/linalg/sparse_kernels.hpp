#pragma once

#include <cstdint>
#include <vector>

#include "linalg/kernels.hpp"

namespace acgd::kernels {

/// The lines of a sparse matrix with ascending indices, cut into pieces: piece s of a line contains
/// its entries with index in [cuts[s], cuts[s + 1]). A sum per piece costs little more than one per
/// line. Treating each piece as a line of its own would be much slower: with short lines most
/// pieces are empty, and their lengths are hard to predict for the processor.
class CutLines {
 public:
  /// Totals of piece s over all lines.
  struct Piece {
    Index entries = 0;
    bool has_values = false;  ///< whether some value is not 1
  };
  /// Range of the entries of one piece of a line.
  struct Bounds {
    int begin = 0;
    int end = 0;
  };

  /// Keeps the view: its arrays must outlive this object.
  CutLines(const SparseView<double>& a, std::vector<Index> cuts);

  const SparseView<double>& lines() const { return a_; }
  Index count() const { return static_cast<Index>(pieces_.size()); }
  const Piece& piece(Index s) const { return pieces_[s]; }
  Index cut(Index s) const { return cuts_[s]; }
  /// Whether all lines are long, so that the bounds of all pieces are stored.
  bool are_listed() const { return order_.empty(); }
  Bounds bounds(Index line, Index s) const;

  /// Adds the sums of piece `from` to those of piece `to`.
  struct Merge {
    Index to;
    Index from;
  };
  /// Stride between the sums of consecutive pieces. Loops over four lines may write past the last
  /// line.
  static constexpr Index kRoom = kLinesInOrder + 4;
  /// Size of the `sums` argument of gather().
  Index room() const { return count() * kRoom; }
  /// sums[s * kRoom + l - first] = <piece s of line l, x> for the lines [first, last) and each s in
  /// `roots`, after the merges. Runs on the calling thread. Requires last - first <= kLinesInOrder;
  /// unless are_listed(), first must be a multiple of kLinesInOrder.
  void gather(const double* x, Index first, Index last, const std::vector<Merge>& merges,
              const std::vector<Index>& roots, double* sums) const;

 private:
  static constexpr int kMostFours = 4;
  /// kLinesInOrder consecutive lines, sorted: short lines first, then the long ones.
  struct Tile {
    std::uint64_t shorts = 0;   ///< bit mask of the short lines
    int ends[kMostFours] = {};  ///< of the classes with pieces of at most 4, 8, 12, 16 entries
    Index first_length = 0;     ///< position in lengths_ of its short lines
    Index first_bound = 0;      ///< position in bounds_ of its long lines
  };

  void sort(Index first, Index last);
  /// Counts the entries of each piece of a line.
  void count_entries(Index line, std::vector<int>& counts);
  void list_bounds(Index line);

  SparseView<double> a_;
  std::vector<Index> cuts_;
  std::vector<Piece> pieces_;
  std::vector<unsigned char> order_;  ///< of the lines of each tile; empty if all lines are long
  std::vector<Tile> tiles_;
  std::vector<unsigned char> lengths_;  ///< count() entries for each short line
  std::vector<int> bounds_;             ///< count() + 1 entries for each long line
};

}  // namespace acgd::kernels
