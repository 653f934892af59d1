// Directions of several terms, of any weights and with any weight of x, in every cursor.
#include <gtest/gtest.h>

#include "objective/term_problems.hpp"

namespace acgd {
namespace {

using acgd_test::ActiveSet;
using acgd_test::Deviation;
using acgd_test::kTermSize;
using acgd_test::term_problems;
using acgd_test::TermProblem;
using acgd_test::walk_by_terms;

Atom start_of(const TermProblem& problem) {
  if (problem.name != "completion") return Atom(Vector::LinSpaced(kTermSize, -0.5, 0.8));
  Atom x0;
  acgd_test::Random random(3);
  problem.any(random, x0);
  return x0;
}

TEST(SeveralTerms, MatchRecomputationInEveryCursor) {
  for (const TermProblem& problem : term_problems()) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      ActiveSet atoms(5, problem.any, seed);
      const Deviation deviation =
          walk_by_terms(*problem.f, *problem.plain, atoms, start_of(problem), 250);
      EXPECT_LE(deviation.worst(), 1e-10) << problem.name << ", " << deviation;
    }
  }
}

TEST(SeveralTerms, MatchRecomputationOnCoordinates) {
  Atom vertex;
  vertex.become_coordinate(kTermSize, 3, 1);
  for (const TermProblem& problem : term_problems()) {
    if (problem.name == "completion") continue;
    for (const Atom& x0 : {vertex, start_of(problem)}) {
      ActiveSet atoms(4, acgd_test::coordinates(kTermSize), 5);
      const Deviation deviation = walk_by_terms(*problem.f, *problem.plain, atoms, x0, 400);
      EXPECT_LE(deviation.worst(), 1e-10) << problem.name << ", " << deviation;
    }
  }
}

TEST(SeveralTerms, MatchRecomputationInOtherNorms) {
  for (const TermProblem& problem : term_problems()) {
    if (problem.name == "completion") continue;
    for (const auto& norm : {l1_norm(), linf_norm(), lp_norm(3)}) {
      for (const bool coordinates : {true, false}) {
        ActiveSet atoms(4, coordinates ? acgd_test::coordinates(kTermSize) : problem.any, 6);
        const Deviation deviation =
            walk_by_terms(*problem.f, *problem.plain, atoms, start_of(problem), 100, norm);
        EXPECT_LE(deviation.worst(), 1e-10)
            << problem.name << ", " << norm->name() << ", " << deviation;
      }
    }
  }
}

TEST(SeveralTerms, WorkWithLittleMemory) {
  // One image fits, or none: the others are recomputed.
  for (const std::size_t bytes : {std::size_t{0}, 8 * static_cast<std::size_t>(kTermSize)}) {
    for (const TermProblem& problem : term_problems(bytes)) {
      ActiveSet atoms(6, problem.any, 7);
      const Deviation deviation =
          walk_by_terms(*problem.f, *problem.plain, atoms, start_of(problem), 150);
      EXPECT_LE(deviation.worst(), 1e-10) << problem.name << ", " << deviation;
    }
  }
}

/// The end of a walk, to the last bit.
struct End {
  std::vector<double> numbers;
  bool operator==(const End&) const = default;
};

void note_end(Cursor& cursor, Line& line, double t, End& end) {
  end.numbers.insert(end.numbers.end(),
                     {cursor.value(), -line.directional_derivative(), line.norm(), line.change(t),
                      line.slope(t), line.gradient_change().value_or(-1)});
  const Vector& g = cursor.gradient().entries();
  end.numbers.insert(end.numbers.end(), g.begin(), g.end());
}

/// Continues for some steps; at `cut` another cursor loads the state and takes over.
End walk(const TermProblem& problem, ActiveSet atoms, Index steps, Index cut) {
  auto cursor = problem.f->start(start_of(problem), l2_norm());
  End end;
  for (Index k = 0; k < steps; ++k) {
    atoms.change([&](AtomId id) { cursor->release(id); });
    const Direction& direction = atoms.next();
    Line* line = &cursor->look(direction);
    if (k == cut) {
      Archive saved;
      saved(*cursor);
      const std::string bytes = std::move(saved).take();
      cursor = problem.f->start(start_of(problem), l2_norm());
      Archive loading{std::string_view(bytes)};
      loading(*cursor);
      loading.end();
      line = &cursor->look(direction);
    }
    const double t = atoms.next_length();
    note_end(*cursor, *line, t, end);
    cursor->advance(t);
  }
  end.numbers.push_back(static_cast<double>(cursor->gradient_count()));
  end.numbers.push_back(static_cast<double>(cursor->trial_count()));
  return end;
}

TEST(SeveralTerms, ResumedActiveAtomsGiveSameBits) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1} << 20}) {
    for (const TermProblem& problem : term_problems(bytes)) {
      const ActiveSet atoms(5, problem.any, 8);
      const End uncut = walk(problem, atoms, 150, -1);
      for (const Index cut : {1, 20, 77, 140}) {
        EXPECT_TRUE(walk(problem, atoms, 150, cut) == uncut) << problem.name << " cut at " << cut;
      }
    }
  }
}

TEST(SeveralTerms, BitsOfActiveAtomsDoNotDependOnMemory) {
  const auto roomy = term_problems();
  const auto tight = term_problems(0);
  for (std::size_t i = 0; i < roomy.size(); ++i) {
    const ActiveSet atoms(6, roomy[i].any, 9, 1.0);
    EXPECT_TRUE(walk(roomy[i], atoms, 300, -1) == walk(tight[i], atoms, 300, -1)) << roomy[i].name;
  }
}

TEST(SeveralTerms, SingleActiveAtomHasBitsOfInactiveAtom) {
  for (const TermProblem& problem : term_problems()) {
    ActiveSet active(6, problem.any, 10, 1.0);
    const auto one = problem.f->start(start_of(problem), l2_norm());
    const auto other = problem.f->start(start_of(problem), l2_norm());
    // Steps without the quadratic's shortcuts for recent atoms.
    for (const Atom& atom : active.atoms()) {
      Direction named = toward(atom);
      named.terms[0].id = static_cast<AtomId>(&atom - active.atoms().data());
      Line& a = one->look(named);
      Line& b = other->look(toward(atom));
      EXPECT_NEAR(-a.directional_derivative(), -b.directional_derivative(),
                  1e-13 * (1 + std::abs(b.directional_derivative())))
          << problem.name;
      EXPECT_NEAR(a.norm(), b.norm(), 1e-13) << problem.name;
      EXPECT_NEAR(a.change(0.4), b.change(0.4), 1e-12 * (1 + std::abs(b.directional_derivative())))
          << problem.name;
      one->advance(0.4);
      other->advance(0.4);
    }
  }
}

TEST(SeveralTerms, ThatSumToPointReachIt) {
  const Atom a(Vector::Constant(kTermSize, 0.1)), b(Vector::Constant(kTermSize, 0.7));
  const Direction direction{{{&a, 0.25}, {&b, 0.75}}, -1, 1};
  const Vector point = 0.25 * a.to_dense() + 0.75 * b.to_dense();
  for (const TermProblem& problem : term_problems()) {
    if (problem.name == "completion") continue;
    const auto cursor = problem.f->start(Atom(Vector::LinSpaced(kTermSize, -1e9, 2e9)), l2_norm());
    cursor->look(direction);
    cursor->advance(1);
    EXPECT_EQ(*cursor->x(), point) << problem.name;
  }
}

// d and -d have the same uncertainty, that of x, however close a is to it.
TEST(SeveralTerms, NoiseIsThatOfTheirTerms) {
  constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
  for (const TermProblem& problem : term_problems()) {
    if (problem.name == "completion") continue;
    const Vector x = Vector::LinSpaced(kTermSize, 1, 3);
    const Atom close(Vector(x.array() * (1 + 1e-9)));
    const auto cursor = problem.f->start(Atom(x), l2_norm());
    Vector g(kTermSize);
    problem.plain->gradient(x, g);
    const double sizes = g.cwiseAbs().dot(x.cwiseAbs());
    const double there = cursor->look(toward(close)).slope_noise();
    const double back = cursor->look({{{&close, -1}}, 1, 1}).slope_noise();
    EXPECT_EQ(there, back) << problem.name;
    EXPECT_GE(back, kEpsilon * sizes) << problem.name;
    // Without x, but the atoms cancel in the same way.
    const Atom here(x);
    const double pair = cursor->look({{{&here, 1}, {&close, -1}}, 0, 1}).slope_noise();
    EXPECT_GE(pair, kEpsilon * sizes) << problem.name;
    EXPECT_LE(pair, 4 * there) << problem.name;
    // One atom alone has only its own.
    const double alone = cursor->look(along(close)).slope_noise();
    EXPECT_LE(alone, 2 * there) << problem.name;
  }
}

}  // namespace
}  // namespace acgd
