#pragma once

#include <vector>

#include "acgd/oracle/set_files.hpp"
#include "oracle/max_flow.hpp"

namespace acgd {

/// The set of nodes of a connected graph with the largest sum of gains over the number of edges
/// that leave it, by Dinkelbach's method (Management Science 13, 1967): whether a ratio is too
/// small is found out by a cut of smallest capacity, whose set has a larger one.
class RatioCut {
 public:
  RatioCut(Index nodes, const std::vector<Edge>& edges);

  struct Found {
    double ratio = 0;
    Index cut = 0;      ///< so many edges leave the set
    double excess = 0;  ///< no set has a ratio above ratio + excess
  };
  /// Makes `inside`, whose ratio is not negative, the best set; it and the rest are connected. Gains
  /// are finite and add up to 0 but for rounding.
  Found improve(const Vector& gains, std::vector<char>& inside);

 private:
  struct Side {
    double gain = 0;
    Index cut = 0;
    double ratio() const { return gain / static_cast<double>(cut); }
  };

  Side measure(const Vector& gains, const std::vector<char>& inside) const;
  double cut_smallest(const Vector& gains, double ratio);
  void keep_best_part(const Vector& gains, char side);

  Index nodes_;
  std::vector<Edge> edges_;
  std::vector<Index> starts_;
  std::vector<Index> neighbors_;
  MaxFlow flow_;
  std::vector<char> trial_;
  std::vector<Index> part_;
  std::vector<Index> queue_;
  std::vector<Side> sides_;
};

}  // namespace acgd
