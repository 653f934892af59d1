#include "acgd/core/archive.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "acgd/atom/atom.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::refusal;

template <class Thing>
std::string saved(Thing thing) {
  Archive archive;
  archive(thing);
  return std::move(archive).take();
}

std::vector<Atom> atoms_of_every_shape() {
  std::vector<Atom> atoms(6);
  atoms[0] = Atom(Vector{{1, -2, 3, 0.5, 0, 7}});
  atoms[1].become_coordinate(6, 4, -2.5);
  auto& sparse = atoms[2].become_sparse(6);
  sparse.indices = {0, 3, 5};
  sparse.values = {1, 2, -3};
  auto& signs = atoms[3].become_signs(6);
  signs.scale = 2;
  signs.signs << 1, 0, -1, 1, -1, 0;
  auto& pair = atoms[4].become_rank_one(2, 3);
  pair.scale = -4;
  pair.left = Vector{{0.6, 0.8}};
  pair.right = Vector{{1, 2, 3}};
  auto& sum = atoms[5].become_low_rank(2, 3, 2);
  sum.terms[0] = pair;
  sum.terms[1] = {1, Vector{{1, -1}}, Vector{{0, 0.5, 7}}};
  Atom blocks;
  blocks.become_blocks(36, 6).parts = atoms;
  atoms.push_back(blocks);
  return atoms;
}

TEST(Archive, RoundTripPreservesBits) {
  double nan = std::nan("7"), zero = -0.0;
  std::int64_t large = std::int64_t{1} << 60;
  int count = 12;
  bool yes = true;
  std::string text("a\0b", 3);
  std::optional<double> some = 0.1, none;
  Vector v{{1, 2, 3}}, grown{{4, 5}};
  Matrix m(2, 0);
  std::vector<Index> list = {5, 0, 7};
  Archive save;
  save(nan, zero, large, count, yes, text, some, none, v, list);
  save.visit_resized(grown);
  save.visit_resized(m);
  const std::string bytes = std::move(save).take();

  double nan2 = 0, zero2 = 1;
  std::int64_t large2 = 0;
  int count2 = 0;
  bool yes2 = false;
  std::string text2;
  std::optional<double> some2, none2 = 3;
  Vector v2(3), grown2;
  Matrix m2;
  std::vector<Index> list2;
  Archive load{std::string_view(bytes)};
  load(nan2, zero2, large2, count2, yes2, text2, some2, none2, v2, list2);
  load.visit_resized(grown2);
  load.visit_resized(m2);
  load.end();
  EXPECT_TRUE(std::isnan(nan2) && std::signbit(zero2));
  EXPECT_EQ(large2, large);
  EXPECT_EQ(count2, 12);
  EXPECT_TRUE(yes2);
  EXPECT_EQ(text2, text);
  EXPECT_EQ(some2, some);
  EXPECT_EQ(none2, none);
  EXPECT_EQ(v2, v);
  EXPECT_EQ(grown2, grown);
  EXPECT_EQ(m2.rows(), 2);
  EXPECT_EQ(m2.cols(), 0);
  EXPECT_EQ(list2, list);
}

TEST(Archive, RoundTripPreservesAtomShapes) {
  for (const Atom& atom : atoms_of_every_shape()) {
    const std::string bytes = saved(atom);
    for (Atom loaded : atoms_of_every_shape()) {
      Archive load{std::string_view(bytes)};
      load(loaded);
      load.end();
      EXPECT_EQ(loaded.shape().index(), atom.shape().index());
      EXPECT_EQ(loaded.to_dense(), atom.to_dense());
    }
  }
}

TEST(Archive, RejectsInvalidAtoms) {
  std::mt19937 random(3);
  for (const Atom& atom : atoms_of_every_shape()) {
    const std::string bytes = saved(atom);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      EXPECT_NE(refusal([&] {
                  Atom loaded;
                  Archive(std::string_view(bytes).substr(0, length))(loaded);
                }),
                "");
    }
    // Everything that loads without an error is usable.
    for (int round = 0; round < 20000; ++round) {
      std::string other = bytes;
      for (int k = 0; k < 2; ++k) other[random() % other.size()] = static_cast<char>(random());
      Atom loaded;
      if (!refusal([&] { Archive{std::string_view(other)}(loaded); }).empty()) continue;
      if (loaded.size() > 1000) continue;
      EXPECT_EQ(loaded.to_dense().size(), loaded.size());
    }
  }
}

TEST(Archive, RejectsWrongSizes) {
  const std::int64_t huge = std::int64_t{1} << 60;
  std::string bytes = saved(huge) + saved(huge) + saved(huge);
  const auto refused = [&](auto visit) {
    return !refusal([&] {
              Archive archive{std::string_view(bytes)};
              visit(archive);
            }).empty();
  };
  EXPECT_TRUE(refused([](Archive& archive) {
    Vector v;
    archive.visit_resized(v);
  }));
  EXPECT_TRUE(refused([](Archive& archive) {
    Matrix m;
    archive.visit_resized(m);
  }));
  EXPECT_TRUE(refused([](Archive& archive) {
    std::string text;
    archive(text);
  }));
  EXPECT_TRUE(refused([](Archive& archive) {
    std::vector<Index> list;
    archive(list);
  }));
  EXPECT_TRUE(refused([](Archive& archive) {
    int small = 0;
    archive(small);
  }));
  EXPECT_TRUE(refused([](Archive& archive) {
    Vector v(2);
    archive(v);
  }));
}

TEST(Archive, ComparesParameters) {
  Archive save;
  save.expect("beta", 2.0);
  save.expect("period", 10);
  save.expect("set", "l1 ball");
  save.expect("initial", std::optional<double>());
  const std::string bytes = std::move(save).take();
  const auto compared = [&](double beta, int period, const char* set,
                            std::optional<double> initial) {
    return refusal([&] {
      Archive load{std::string_view(bytes)};
      load.expect("beta", beta);
      load.expect("period", period);
      load.expect("set", set);
      load.expect("initial", initial);
      load.end();
    });
  };
  EXPECT_EQ(compared(2, 10, "l1 ball", {}), "");
  EXPECT_EQ(compared(3, 10, "l1 ball", {}), "resume: the checkpoint has beta = 2, this run has 3");
  EXPECT_EQ(compared(2, 9, "l1 ball", {}),
            "resume: the checkpoint has period = 10, this run has 9");
  EXPECT_EQ(compared(2, 10, "box", {}),
            "resume: the checkpoint has set = l1 ball, this run has box");
  EXPECT_EQ(compared(2, 10, "l1 ball", 1.5),
            "resume: the checkpoint has initial = none, this run has 1.5");
}

// First and last of the test vectors published with the definition of FNV.
TEST(Archive, ChecksumIsFowlerNollVo) {
  EXPECT_EQ(checksum(""), 0xcbf29ce484222325u);
  EXPECT_EQ(checksum("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(checksum("foobar"), 0x85944171f73967e8u);
}

}  // namespace
}  // namespace acgd
