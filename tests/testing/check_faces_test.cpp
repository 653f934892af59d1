// The findings of check_oracle() for sets with errors in their faces.
#include <algorithm>
#include <functional>

#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/custom_set.hpp"
#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/simplices.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

/// A correct set apart from what is changed here.
class FaultySet final : public Oracle {
 public:
  template <class Set>
  explicit FaultySet(Set set) : right_(std::make_shared<Set>(std::move(set))) {}

  std::function<void(Faces&)> change_faces = [](Faces&) {};
  std::function<void(Index, LmoResult&)> change_several = [](Index, LmoResult&) {};

  std::string name() const override { return right_->name(); }
  Index dimension() const override { return right_->dimension(); }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override {
    right_->minimize(gradient, lmo);
  }
  void minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const override {
    right_->minimize_several(gradient, most, lmo);
    change_several(most, lmo);
  }
  Violation violation(ConstVectorRef x) const override { return right_->violation(x); }
  Faces faces() const override {
    Faces faces = right_->faces();
    change_faces(faces);
    return faces;
  }

 private:
  std::shared_ptr<const Oracle> right_;
};

std::vector<std::string> complaints(const Oracle& set) {
  return check_oracle(set, {.gradients = 8, .points = 2});
}

/// The kinds of the checker's findings.
std::vector<std::string> kinds(const Oracle& set) {
  std::vector<std::string> found;
  for (const std::string& sentence : complaints(set)) {
    found.push_back(sentence.substr(0, sentence.find(':')));
  }
  return found;
}

using Kinds = std::vector<std::string>;

template <class Set>
Kinds kinds_with_faces(Set set, std::function<void(Faces&)> change) {
  FaultySet faulty(std::move(set));
  faulty.change_faces = std::move(change);
  return kinds(faulty);
}

template <class Set>
Kinds kinds_with_others(Set set, std::function<void(Index, LmoResult&)> change) {
  FaultySet faulty(std::move(set));
  faulty.change_several = std::move(change);
  return kinds(faulty);
}

const Faces::Block kCorners{.kind = Faces::Kind::corners};

TEST(CheckFaces, PassesCorrectSets) {
  const auto nothing = [](auto&&...) {};
  const FlowPolytope flows({.nodes = 6, .edges = {{0, 2}, {1, 4}, {2, 5}, {0, 5}, {1, 4}}},
                           FlowCosts::edges);
  EXPECT_EQ(kinds_with_faces(L1Ball(1, 3), nothing), Kinds{});
  EXPECT_EQ(kinds_with_faces(L1Ball(30, 2), nothing), Kinds{});
  EXPECT_EQ(kinds_with_faces(Simplex(5, 3, Relation::at_most), nothing), Kinds{});
  EXPECT_EQ(kinds_with_faces(Simplex(1, 3), nothing), Kinds{});
  EXPECT_EQ(kinds_with_faces(ConvexHull(Matrix(Matrix::Random(4, 30))), nothing), Kinds{});
  EXPECT_EQ(kinds_with_faces(Product(L1Ball(9, 4), Product(Box(vec({1, 0}), vec({1, 0.5})), flows),
                                     Simplex(7, 2), L2Ball(3)),
                             nothing),
            Kinds{});
}

TEST(CheckFaces, DetectsInvalidBlocks) {
  const Product two(Simplex(2), Simplex(2));
  const auto faces = Kinds{"faces"};
  EXPECT_EQ(kinds_with_faces(two, [](Faces& f) { f.blocks.clear(); }), faces);
  EXPECT_EQ(kinds_with_faces(two, [](Faces& f) { f.block_of.clear(); }), faces);
  EXPECT_EQ(kinds_with_faces(two, [](Faces& f) { f.block_of.pop_back(); }), faces);
  EXPECT_EQ(kinds_with_faces(two, [](Faces& f) { f.block_of[2] = 2; }), faces);
  EXPECT_EQ(kinds_with_faces(two, [](Faces& f) { f.block_of[2] = -1; }), faces);
  EXPECT_EQ(kinds_with_faces(two, [](Faces& f) { f.blocks.emplace_back(); }), faces);
}

TEST(CheckFaces, DetectsInvalidBounds) {
  const Product both(Box(2, -1, 2), Simplex(2));
  const auto faces = Kinds{"faces"};
  EXPECT_EQ(kinds_with_faces(both, [](Faces& f) { f.lower = Vector(); }), faces);
  EXPECT_EQ(kinds_with_faces(both, [](Faces& f) { f.upper = Vector::Constant(2, 2); }), faces);
  EXPECT_EQ(kinds_with_faces(both, [](Faces& f) { f.upper[1] = -3; }), faces);
  EXPECT_EQ(kinds_with_faces(both, [](Faces& f) { f.upper[1] = not_a_number; }), faces);
  EXPECT_EQ(kinds_with_faces(both, [](Faces& f) { f.upper[3] = 1; }), faces);
  EXPECT_EQ(kinds_with_faces(Simplex(2), [](Faces& f) { f.upper = f.lower = Vector::Zero(2); }),
            faces);
}

TEST(CheckFaces, DetectsDependentBlocks) {
  const auto split = [](Faces& f) {
    f.blocks = {{}, {}};
    f.block_of = {0, 0, 1, 1};
  };
  EXPECT_EQ(kinds_with_faces(L2Ball(4), split), Kinds{"blocks"});
  const auto complaint = kinds_with_faces(ConvexHull(Matrix(Matrix::Identity(4, 4))), split);
  EXPECT_EQ(std::count(complaint.begin(), complaint.end(), "blocks"), 1);
}

TEST(CheckFaces, DetectsWrongVertices) {
  const auto corners = Kinds{"corners"};
  const auto with = [](Faces::Block block) { return [=](Faces& f) { f.blocks = {block}; }; };
  EXPECT_EQ(kinds_with_faces(LinfBall(2), [](Faces& f) { f = {.blocks = {kCorners}}; }), corners);
  auto block = L1Ball(3, 2).faces().blocks[0];
  block.scale = 2.001;
  EXPECT_EQ(kinds_with_faces(L1Ball(3, 2), with(block)), corners);
  block = L1Ball(3, 2).faces().blocks[0];
  block.both_signs = false;
  EXPECT_EQ(kinds_with_faces(L1Ball(3, 2), with(block)), corners);
  block = {Faces::Kind::corners, 1, false, true};  // 0 is not in the simplex
  EXPECT_EQ(kinds_with_faces(Simplex(3), with(block)), corners);
  block = {Faces::Kind::corners, 1, true, false};  // nor are negative vectors
  EXPECT_EQ(kinds_with_faces(Simplex(3), with(block)), corners);
  block = {Faces::Kind::corners, 1, false, false};
  EXPECT_EQ(kinds_with_faces(Simplex(3, 1, Relation::at_most), with(block)), corners);
}

TEST(CheckFaces, DetectsWrongBounds) {
  EXPECT_EQ(kinds_with_faces(Box(2, -1, 2), [](Faces& f) { f.lower[1] = -1.001; }), Kinds{"box"});
  EXPECT_EQ(kinds_with_faces(Box(2, -1, 2), [](Faces& f) { f.upper[0] = 1.999; }), Kinds{"box"});
  const auto as_box = [](Faces& f) {
    f = {.blocks = {{.kind = Faces::Kind::box}},
         .lower = Vector::Constant(3, -1),
         .upper = Vector::Constant(3, 1)};
  };
  EXPECT_EQ(kinds_with_faces(L2Ball(3), as_box), Kinds{"box"});
}

TEST(CheckFaces, DetectsFurtherVerticesThatAreNotVertices) {
  const auto several = Kinds{"several"};
  const auto add = [](Index index, double value) {
    return [=](Index most, LmoResult& lmo) {
      if (static_cast<Index>(lmo.other_count) < most) {
        lmo.add_other().become_coordinate(4, index, value);
      }
    };
  };
  const Product two(L1Ball(2), Simplex(2));
  const auto origin = [](Index most, LmoResult& lmo) {
    if (static_cast<Index>(lmo.other_count) < most) lmo.add_other().become_sparse(4);
  };
  EXPECT_EQ(kinds_with_others(two, origin), several);  // without a block
  EXPECT_EQ(kinds_with_others(two, add(0, 0)), Kinds{});
  EXPECT_NE(kinds_with_others(two, add(3, 0)), Kinds{});  // not in the simplex
  EXPECT_EQ(kinds_with_others(two, add(3, 1.01)).front(), "several");
  EXPECT_EQ(kinds_with_others(L2Ball(4), add(0, 1.01)), several);
  EXPECT_EQ(kinds_with_others(L2Ball(4), add(0, not_a_number)), several);
  EXPECT_EQ(kinds_with_others(L2Ball(4), add(0, 0.5)), Kinds{});
  EXPECT_EQ(kinds_with_others(L2Ball(5), add(0, 0.5)), several);  // of another size
  const auto both = [](Index most, LmoResult& lmo) {
    if (most > 0) lmo.add_other().become_dense(4) = vec({1, 0, 1, 0});
    lmo.other_count = std::min(lmo.other_count, static_cast<std::size_t>(most));
  };
  EXPECT_EQ(kinds_with_others(Product(L2Ball(2), L2Ball(2)), both), several);
}

TEST(CheckFaces, DetectsTooManyOrDuplicateVertices) {
  const auto several = Kinds{"several"};
  EXPECT_EQ(
      kinds_with_others(
          L2Ball(2), [](Index, LmoResult& lmo) { lmo.add_other().become_coordinate(2, 0, 0.5); }),
      several);
  EXPECT_EQ(kinds_with_others(L2Ball(2), [](Index, LmoResult& lmo) { lmo.other_count = 1; }),
            several);
  const auto repeat = [](Index most, LmoResult& lmo) {
    if (most > 0) lmo.add_other() = lmo.atom;
    lmo.other_count = std::min(lmo.other_count, static_cast<std::size_t>(most));
  };
  EXPECT_EQ(kinds_with_others(L2Ball(2), repeat), several);
  const auto twice = [](Index most, LmoResult& lmo) {
    for (int i = 0; i < 2 && most > 2; ++i) lmo.add_other().become_coordinate(2, 0, 0.5);
  };
  EXPECT_EQ(kinds_with_others(L2Ball(2), twice), several);
}

TEST(CheckFaces, DetectsVertexThatChangesWithCount) {
  const auto other_answer = [](Index, LmoResult& lmo) { lmo.atom.become_coordinate(3, 0, 1); };
  EXPECT_EQ(kinds_with_others(L1Ball(3), other_answer), Kinds{"several"});
}

TEST(CheckFaces, DetectsStaleFurtherVertices) {
  int calls = 0;
  const auto now_and_then = [&](Index most, LmoResult& lmo) {
    if (most > 0 && ++calls % 3 == 0) lmo.add_other().become_coordinate(2, 0, 0.5);
  };
  EXPECT_EQ(kinds_with_others(L2Ball(2), now_and_then), Kinds{"several"});
}

TEST(CheckFaces, DetectsDiscDeclaredAsPolytope) {
  for (const Index n : {2, 10}) {
    const CustomSet disc(n, [](const Vector& g) -> Vector { return -g.stableNormalized(); },
                         {.is_polytope = true});
    EXPECT_EQ(kinds(disc), Kinds{"polytope"});
  }
  const auto corner = [](const Vector& g) { return linear_minimizer(LinfBall(g.size()), g); };
  EXPECT_EQ(kinds(CustomSet(10, corner, {.is_polytope = true})), Kinds{});
}

}  // namespace
}  // namespace acgd
