#pragma once

#include <cstdint>
#include <vector>

#include "linalg/kernels.hpp"

namespace acgd::kernels {

/// How the lines of a sparse matrix, whose indices ascend, are cut into pieces: piece s of a line has
/// its entries from cuts[s] to cuts[s + 1] - 1. A sum for each piece costs little more than one for
/// each line. It would cost much more if each piece were a line: where lines are short, most pieces
/// are empty, and the length of the next can only be guessed.
class CutLines {
 public:
  /// The pieces of this number, of all lines.
  struct Piece {
    Index entries = 0;
    bool has_values = false;  ///< whether one is not 1
  };
  /// The entries of one piece.
  struct Bounds {
    int begin = 0;
    int end = 0;
  };

  /// What the view shows must stay.
  CutLines(const SparseView<double>& a, std::vector<Index> cuts);

  const SparseView<double>& lines() const { return a_; }
  Index count() const { return static_cast<Index>(pieces_.size()); }
  const Piece& piece(Index s) const { return pieces_[s]; }
  Index cut(Index s) const { return cuts_[s]; }
  /// Whether each line is so long that its pieces are listed.
  bool are_listed() const { return order_.empty(); }
  Bounds bounds(Index line, Index s) const;

  /// Piece `to` becomes the sum of itself and of piece `from`.
  struct Merge {
    Index to;
    Index from;
  };
  /// From one piece of some lines to the next: a loop over four may end beyond the last.
  static constexpr Index kRoom = kLinesInOrder + 4;
  /// Room for the pieces of as many lines as gather() takes.
  Index room() const { return count() * kRoom; }
  /// sums[s * kRoom + l - first] = <piece s of line l, x> for the lines [first, last), after
  /// these merges, for each s of `roots`; by this thread. There are at most kLinesInOrder lines;
  /// unless are_listed(), first is a multiple of it.
  void gather(const double* x, Index first, Index last, const std::vector<Merge>& merges,
              const std::vector<Index>& roots, double* sums) const;

 private:
  static constexpr int kMostFours = 4;
  /// Lines from a multiple of kLinesInOrder on: first come short ones, then the others.
  struct Tile {
    std::uint64_t shorts = 0;   ///< a bit for each
    int ends[kMostFours] = {};  ///< of those whose pieces have at most 4, 8, 12, 16 entries
    Index first_length = 0;     ///< of the pieces of short ones
    Index first_bound = 0;      ///< of the pieces of the others
  };

  void sort(Index first, Index last);
  /// How many entries the pieces of a line have.
  void count_entries(Index line, std::vector<int>& counts);
  void list_bounds(Index line);

  SparseView<double> a_;
  std::vector<Index> cuts_;
  std::vector<Piece> pieces_;
  std::vector<unsigned char> order_;  ///< of the lines of each tile; empty if all are long
  std::vector<Tile> tiles_;
  std::vector<unsigned char> lengths_;  ///< count() for each short line
  std::vector<int> bounds_;             ///< count() + 1 for each long line
};

}  // namespace acgd::kernels
