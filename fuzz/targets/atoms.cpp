// Weighted atoms: writing and reading again gives the same atoms.
#include "app/data/atoms.hpp"

#include <cmath>

#include "support.hpp"

using namespace acgd_fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr acgd::Index kEntries = 9;
  const auto file = memory_file(text_of(data, size));
  acgd::WeightedAtoms atoms;
  if (!accepted_file([&] { atoms = acgd::data::read_atoms(file, kEntries); })) return 0;
  require(!atoms.empty(), "there is no atom");
  for (const acgd::WeightedAtom& each : atoms) {
    require(each.atom.size() == kEntries, "an atom has another size");
    require(std::isfinite(each.weight) && each.block >= 0, "a weight or block is invalid");
    require(each.atom.to_dense().allFinite(), "an entry is not finite");
  }
  const std::string text = acgd::data::to_csv(atoms);
  const acgd::WeightedAtoms again = acgd::data::read_atoms(memory_file(text), kEntries);
  require(acgd::data::to_csv(again) == text, "atoms change when written and read again");
  return 0;
}
