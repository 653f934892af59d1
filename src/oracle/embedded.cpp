#include "oracle/embedded.hpp"

#include <utility>

namespace acgd {

void Embedding::begin(OracleCall& answer) {
  // A place in the list may take turns between one coordinate and a sparse atom: the memory of the
  // latter would be lost each time.
  for (Atom& atom : answer.others) {
    if (!atom.as<Atom::Sparse>()) continue;
    sparse_.push_back(std::move(atom));
    atom = Atom();
  }
  answer.other_count = 0;
}

void Embedding::add(const Atom& atom, Index offset, Index size, OracleCall& answer) {
  Atom& embedded = answer.add_other();
  if (const auto* one = atom.as<Atom::Coordinate>()) {
    embedded.become_coordinate(size, offset + one->index, one->value);
    return;
  }
  const auto* few = atom.as<Atom::Sparse>();
  if (few == nullptr) {
    dense_.resize(atom.size());
    atom.assign_to(dense_);
  }
  // Without an entry that is not 0, a variable must tell the block (Oracle::several).
  if (few != nullptr ? few->indices.empty() : (dense_.array() == 0).all()) {
    embedded.become_coordinate(size, offset, 0);
    return;
  }
  if (!sparse_.empty()) {
    embedded = std::move(sparse_.back());
    sparse_.pop_back();
  }
  Atom::Sparse& entries = embedded.become_sparse(size);
  if (few != nullptr) {
    for (const Index i : few->indices) entries.indices.push_back(offset + i);
    entries.values = few->values;
    return;
  }
  entries.indices.reserve(static_cast<std::size_t>(atom.size()));
  entries.values.reserve(static_cast<std::size_t>(atom.size()));
  for (Index i = 0; i < atom.size(); ++i) {
    if (dense_[i] == 0) continue;
    entries.indices.push_back(offset + i);
    entries.values.push_back(dense_[i]);
  }
}

}  // namespace acgd
