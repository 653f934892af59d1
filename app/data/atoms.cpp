#include "app/data/atoms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <iterator>
#include <string_view>

#include "app/data/byte_input.hpp"
#include "app/data/csv.hpp"
#include "app/data/limits.hpp"
#include "app/data/numbers.hpp"

namespace acgd::data {

namespace {

constexpr std::string_view kAtomsHeader = "atom,weight,block,index,value";
enum AtomColumn : std::size_t { kAtom, kWeight, kBlock, kIndex, kValue };

/// Calls use(index, value) for every non-zero entry in order.
template <class Use>
void for_each_entry(const Atom& atom, Index first, const Use& use) {
  const auto give = [&](Index index, double value) {
    if (value != 0) use(first + index, value);
  };
  if (const auto* one = atom.as<Atom::Coordinate>()) {
    give(one->index, one->value);
  } else if (const auto* sparse = atom.as<Atom::Sparse>()) {
    for (std::size_t k = 0; k < sparse->indices.size(); ++k) {
      give(sparse->indices[k], sparse->values[k]);
    }
  } else if (const auto* blocks = atom.as<Atom::Blocks>()) {
    for (const Atom& part : blocks->parts) {
      for_each_entry(part, first, use);
      first += part.size();
    }
  } else {
    const Vector values = atom.to_dense();
    for (Index i = 0; i < values.size(); ++i) give(i, values[i]);
  }
}

/// An atom while its rows are read.
struct AtomEntries {
  double weight = 0;
  Index block = 0;
  std::vector<Index> indices = {};
  std::vector<double> values = {};

  WeightedAtom made(Index size) const {
    WeightedAtom result{.atom = {}, .weight = weight, .block = block};
    if (indices.size() == 1) {
      result.atom.become_coordinate(size, indices[0], values[0]);
    } else {
      Atom::Sparse& sparse = result.atom.become_sparse(size);
      sparse.indices = indices;
      sparse.values = values;
    }
    return result;
  }
};

class AtomReader {
 public:
  AtomReader(const std::filesystem::path& file, Index size)
      : table_(file, kSeparators), size_(size) {
    if (!has_header()) table_.text().fail(fmt::format("must begin with {}", kAtomsHeader));
  }

  WeightedAtoms read() {
    WeightedAtoms atoms;
    Index number = -1;
    while (table_.next_row()) {
      const Index found = to_integer(table_.text(), cell(kAtom), "atom", 0, kMaxId);
      if (found != number) {
        if (found != number + 1) fail(kAtom, fmt::format("atom {}: must be {}", found, number + 1));
        if (number >= 0) atoms.push_back(entries_.made(size_));
        entries_ = {.weight = weight(), .block = block()};
        number = found;
      } else {
        check_same();
      }
      read_entry();
    }
    if (number < 0) table_.text().fail("the file ends: must have an atom below the header");
    atoms.push_back(entries_.made(size_));
    return atoms;
  }

 private:
  static constexpr std::string_view kSeparators[] = {","};

  bool has_header() const {
    return fmt::format("{}", fmt::join(table_.names(), ",")) == kAtomsHeader;
  }
  std::string_view cell(AtomColumn column) const { return table_.cells()[column]; }
  [[noreturn]] void fail(AtomColumn column, const std::string& message) const {
    table_.text().fail(cell(column), message);
  }
  double weight() const { return to_finite(table_.text(), cell(kWeight), "weight"); }
  Index block() const { return to_integer(table_.text(), cell(kBlock), "block", 0, kMaxId); }

  void check_same() const {
    if (weight() != entries_.weight) fail(kWeight, "must be the weight of the atom's first row");
    if (block() != entries_.block) fail(kBlock, "must be the block of the atom's first row");
    if (entries_.indices.empty()) fail(kAtom, "an atom without an index has one row");
  }

  void read_entry() {
    std::vector<Index>& indices = entries_.indices;
    if (cell(kIndex).empty() && cell(kValue).empty() && indices.empty()) return;
    const Index index = to_integer(table_.text(), cell(kIndex), "index", 0, size_ - 1);
    if (!indices.empty() && index <= indices.back()) {
      fail(kIndex, fmt::format("index {}: must be above {}", index, indices.back()));
    }
    indices.push_back(index);
    entries_.values.push_back(to_finite(table_.text(), cell(kValue), "value"));
  }

  TableInput table_;
  Index size_;
  AtomEntries entries_;
};

}  // namespace

std::string to_csv(const WeightedAtoms& atoms) {
  fmt::memory_buffer out;
  fmt::format_to(std::back_inserter(out), "{}\n", kAtomsHeader);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const auto& [atom, weight, block] = atoms[i];
    const std::string begin = fmt::format("{},{:.17g},{},", i, weight, block);
    bool is_zero = true;
    for_each_entry(atom, 0, [&](Index index, double value) {
      fmt::format_to(std::back_inserter(out), "{}{},{:.17g}\n", begin, index, value);
      is_zero = false;
    });
    if (is_zero) fmt::format_to(std::back_inserter(out), "{},\n", begin);
  }
  return fmt::to_string(out);
}

bool is_atoms_file(const std::filesystem::path& file) {
  std::error_code error;
  // A pipe can be read only once.
  if (!std::filesystem::is_regular_file(file, error)) return false;
  std::array<char, kAtomsHeader.size()> begin;
  const std::size_t count = ByteInput(file).read(begin);
  return std::string_view(begin.data(), count) == kAtomsHeader;
}

WeightedAtoms read_atoms(const std::filesystem::path& file, Index size) {
  return AtomReader(file, size).read();
}

}  // namespace acgd::data
