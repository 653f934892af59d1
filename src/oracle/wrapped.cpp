#include "oracle/wrapped.hpp"

#include <algorithm>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

void require_set(const char* argument, const std::shared_ptr<const Oracle>& set) {
  if (!set) throw InvalidInput(compose("{} = null: must be a set", argument));
}

void swap_atoms(Atom& a, Atom& b) { std::swap(a, b); }

void scale_atom(Atom& atom, double factor, Atom::Sparse& scratch) {
  const Index size = atom.size();
  if (const auto* one = atom.as<Atom::Coordinate>()) {
    atom.become_coordinate(size, one->index, factor * one->value);
  } else if (const auto* few = atom.as<Atom::Sparse>()) {
    scratch.indices.assign(few->indices.begin(), few->indices.end());
    scratch.values.assign(few->values.begin(), few->values.end());
    Atom::Sparse& scaled = atom.become_sparse(size);
    scaled.indices.assign(scratch.indices.begin(), scratch.indices.end());
    for (const double value : scratch.values) scaled.values.push_back(factor * value);
  } else if (atom.as<Atom::Signs>()) {
    atom.become_signs(size).scale *= factor;
  } else if (const auto* pair = atom.as<Atom::RankOne>()) {
    atom.become_rank_one(pair->left.size(), pair->right.size()).scale *= factor;
  } else if (const auto* blocks = atom.as<Atom::Blocks>()) {
    for (Atom& part : atom.become_blocks(size, blocks->parts.size()).parts) {
      scale_atom(part, factor, scratch);
    }
  } else {
    atom.become_dense(size) *= factor;
  }
}

void forget_warm_start(Atom& atom) {
  if (atom.as<Atom::RankOne>()) {
    atom.become_rank_one(0, 0);
  } else if (const auto* blocks = atom.as<Atom::Blocks>()) {
    for (Atom& part : atom.become_blocks(atom.size(), blocks->parts.size()).parts) {
      forget_warm_start(part);
    }
  } else if (atom.as<Atom::Dense>()) {
    atom.become_dense(atom.size()).setZero();
  }
}

void AtomSum::begin(Index size) {
  size_ = size;
  is_dense_ = false;
  few_.clear();
}

void AtomSum::add(const Atom& atom) {
  const auto* one = atom.as<Atom::Coordinate>();
  const auto* few = atom.as<Atom::Sparse>();
  if (!is_dense_ && one != nullptr) {
    few_.emplace_back(one->index, one->value);
  } else if (!is_dense_ && few != nullptr) {
    for (std::size_t i = 0; i < few->indices.size(); ++i) {
      few_.emplace_back(few->indices[i], few->values[i]);
    }
  } else {
    spread();
    atom.add_to(dense_);
  }
}

void AtomSum::spread() {
  if (is_dense_) return;
  is_dense_ = true;
  dense_.resize(size_);
  dense_.setZero();
  for (const auto& [index, value] : few_) dense_[index] += value;
}

void AtomSum::write(Atom& sum) {
  if (is_dense_) {
    sum.become_dense(size_) = dense_;
    return;
  }
  // Pairs are compared by their values, too, so that the order of the sum is known.
  std::sort(few_.begin(), few_.end());
  Atom::Sparse& entries = sum.become_sparse(size_);
  for (const auto& [index, value] : few_) {
    if (!entries.indices.empty() && entries.indices.back() == index) {
      entries.values.back() += value;
    } else {
      entries.indices.push_back(index);
      entries.values.push_back(value);
    }
  }
}

}  // namespace acgd
