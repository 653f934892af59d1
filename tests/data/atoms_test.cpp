#include "app/data/atoms.hpp"

#include <gtest/gtest.h>

#include "expect_refused.hpp"
#include "gzip.hpp"

namespace acgd::data {
namespace {

using acgd_test::expect_refused;
using acgd_test::TemporaryFolder;

const std::string kAtomsBegin = "atom,weight,block,index,value\n";

/// One atom of every shape, of six entries each.
WeightedAtoms every_shape() {
  WeightedAtoms atoms(7);
  atoms[0].atom.become_coordinate(6, 4, -2.5);
  Atom::Sparse& sparse = atoms[1].atom.become_sparse(6);
  sparse.indices = {0, 3, 5};
  sparse.values = {1e-300, 0, 1.0 / 3};
  atoms[2].atom.become_sparse(6);
  Atom::Signs& signs = atoms[3].atom.become_signs(6);
  signs.scale = 0.1;
  signs.signs << 1, 0, -1, 0, 0, 1;
  atoms[4].atom.become_dense(6) = Vector{{0, 0, 0, 0, 7, 0}};
  Atom::RankOne& pair = atoms[5].atom.become_rank_one(2, 3);
  pair.scale = 2;
  pair.left = Vector{{1, 3}};
  pair.right = Vector{{0, 5, 0}};
  Atom::Blocks& blocks = atoms[6].atom.become_blocks(6, 2);
  blocks.parts[0].become_coordinate(2, 1, 8);
  blocks.parts[1].become_coordinate(4, 3, 9);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    atoms[i].weight = 1.0 / static_cast<double>(i + 3);
    atoms[i].block = static_cast<Index>(i % 2);
  }
  return atoms;
}

TEST(Atoms, AreWrittenEntryByEntry) {
  WeightedAtoms atoms = every_shape();
  atoms.erase(atoms.begin() + 3, atoms.end());
  atoms[0].weight = 0.5;
  atoms[1].weight = 0.25;
  atoms[2].weight = 0.25;
  EXPECT_EQ(to_csv(atoms), kAtomsBegin +
                               "0,0.5,0,4,-2.5\n"
                               "1,0.25,1,0,1e-300\n"
                               "1,0.25,1,5,0.33333333333333331\n"
                               "2,0.25,0,,\n");
  EXPECT_EQ(to_csv(WeightedAtoms{}), kAtomsBegin);
}

TEST(Atoms, RoundTripPreservesBits) {
  const TemporaryFolder folder;
  const WeightedAtoms atoms = every_shape();
  for (const std::string& bytes : {to_csv(atoms), acgd_test::gzip(to_csv(atoms))}) {
    const auto file = folder.file("atoms.csv", bytes);
    EXPECT_TRUE(is_atoms_file(file));
    const WeightedAtoms again = read_atoms(file, 6);
    ASSERT_EQ(again.size(), atoms.size());
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      EXPECT_EQ(again[i].weight, atoms[i].weight) << i;
      EXPECT_EQ(again[i].block, atoms[i].block) << i;
      EXPECT_EQ(again[i].atom.size(), 6) << i;
      EXPECT_EQ(again[i].atom.to_dense(), atoms[i].atom.to_dense()) << i;
    }
    EXPECT_NE(again[0].atom.as<Atom::Coordinate>(), nullptr) << "one entry is a coordinate";
  }
}

TEST(Atoms, AreRecognisedByHeader) {
  const TemporaryFolder folder;
  EXPECT_TRUE(is_atoms_file(folder.file("a", kAtomsBegin)));
  EXPECT_FALSE(is_atoms_file(folder.file("b", "1\n2\n3\n")));
  EXPECT_FALSE(is_atoms_file(folder.file("c", "atom,weight\n")));
  EXPECT_FALSE(is_atoms_file(folder.file("d", "")));
  EXPECT_FALSE(is_atoms_file(folder.path()));
  EXPECT_FALSE(is_atoms_file(folder.path() / "none"));
  EXPECT_FALSE(is_atoms_file("/dev/null"));
}

TEST(Atoms, InvalidAtomsAreRejectedWithLocation) {
  const auto refused = [](const std::string& rows, const std::string& message) {
    expect_refused([](const auto& file) { read_atoms(file, 6); }, kAtomsBegin + rows, message);
  };
  refused("", ":2:1: the file ends: must have an atom below the header");
  refused("1,1,0,0,1\n", ":2:1: atom 1: must be 0");
  refused("0,0.5,0,0,1\n2,0.5,0,0,1\n", ":3:1: atom 2: must be 1");
  refused("0,0.5,0,0,1\n0,0.25,0,1,1\n", ":3:3: must be the weight of the atom's first row");
  refused("0,0.5,0,0,1\n0,0.5,1,1,1\n", ":3:7: must be the block of the atom's first row");
  refused("0,1,0,3,1\n0,1,0,3,1\n", ":3:7: index 3: must be above 3");
  refused("0,1,0,,\n0,1,0,3,1\n", ":3:1: an atom without an index has one row");
  expect_refused([](const auto& file) { read_atoms(file, 6); }, "1,2,3,4,5\n",
                 ":1:1: must begin with atom,weight,block,index,value");
}

TEST(Atoms, RejectNumbersOutOfRange) {
  const TemporaryFolder folder;
  for (const char* row :
       {"0,1,0,6,1\n", "0,1,0,-1,1\n", "0,1,0,1.5,1\n", "0,nan,0,1,1\n", "0,1,0,1,inf\n",
        "0,1,0,1,\n", "0,1,0,,1\n", "0,1,-1,1,1\n", "x,1,0,1,1\n", "0,1,0,1\n", "0,1,0,1,1,1\n"}) {
    EXPECT_THROW(read_atoms(folder.file("a.csv", kAtomsBegin + row), 6), InvalidInput) << row;
  }
}

}  // namespace
}  // namespace acgd::data
