#pragma once

#include "acgd/oracle/oracle.hpp"
#include "team/eigen_search.hpp"

namespace acgd {

/// A smallest eigenpair as an oracle asks for it, call after call.
struct SmallestEigenpair {
  EigenSearch search;
  EigenPairs pairs;

  /// To an accuracy of answer.accuracy / scale. An exact search starts from the last atom, unless
  /// that is 0.
  void find(const Gradient& gradient, Index side, double scale, const OracleCall& answer) {
    const auto* last = answer.atom.as<Atom::RankOne>();
    if (last != nullptr && last->scale != 0 && last->left.size() == side) {
      pairs.vectors = last->left;
    } else {
      pairs.vectors.setZero(side, 1);  // not resized, which would give its memory back
    }
    search.find(gradient, side, 1, answer.accuracy / scale, pairs);
  }

  /// atom = scale v v'
  void give(double scale, Atom& atom) const {
    const Index side = pairs.vectors.rows();
    Atom::RankOne& shape = atom.become_rank_one(side, side);
    shape.scale = scale;
    shape.left = pairs.vectors.col(0);
    shape.right = shape.left;
  }
};

}  // namespace acgd
