// State that a resumed run must restore: D of an earlier point, and the route of a least squares
// run.
#include <gtest/gtest.h>

#include "objective/atoms.hpp"
#include "objective/curvature_sums.hpp"
#include "objective/random_atoms.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

class CurvatureState : public testing::TestWithParam<CurvatureProblem> {};

TEST_P(CurvatureState, EqualsThatOfSavedRun) {
  const CurvatureProblem& problem = GetParam();
  const Index n = problem.f->dimension();
  Random random(5);
  std::vector<Atom> atoms(9);
  for (Atom& atom : atoms) any_shape(n)(random, atom);
  std::vector<Term> terms;
  for (const Atom& atom : atoms) terms.push_back({&atom, 1, static_cast<AtomId>(terms.size())});
  const auto gram = [&](Cursor& cursor) {
    Matrix h(9, 9);
    cursor.curvature()->gram(terms, 0, h);
    return h;
  };

  const auto cursor = problem.f->start(atoms[0], l2_norm());
  cursor->curvature()->refresh();
  for (const std::size_t v : {1u, 2u}) {
    cursor->look(toward(atoms[v]));
    cursor->advance(0.25);
  }
  cursor->look(toward(atoms[3]));
  Archive saved;
  cursor->visit(saved);
  const std::string bytes = std::move(saved).take();

  const auto resumed = problem.f->start(atoms[0], l2_norm());
  Archive loaded{std::string_view(bytes)};
  resumed->visit(loaded);
  loaded.end();
  resumed->look(toward(atoms[3]));
  EXPECT_EQ(gram(*cursor), gram(*resumed)) << "D of the first point";
  for (Cursor* each : {cursor.get(), resumed.get()}) {
    each->advance(0.5);
    each->curvature()->refresh();
  }
  EXPECT_EQ(gram(*cursor), gram(*resumed)) << "D of the last point";
  EXPECT_EQ(cursor->value(), resumed->value());
}

INSTANTIATE_TEST_SUITE_P(All, CurvatureState, testing::ValuesIn(curvature_problems()),
                         [](const auto& test) { return test.param.name; });

/// The cursor of a run with this direction before the first step.
std::unique_ptr<Cursor> least_squares_cursor(const LeastSquares& f, bool call_first) {
  auto cursor = f.start(coordinate(f.dimension(), 0, 1), l2_norm());
  if (call_first) cursor->curvature();
  return cursor;
}

// Over single coordinates the automatic route would form A'A here.
TEST(LeastSquaresCurvature, EarlyCallSelectsCompositeRoute) {
  const LeastSquares f(random_matrix(60, 20, 1), random_vector(60, 2));
  const Atom v = coordinate(20, 3, 1);
  ASSERT_EQ(f.route_for(v), LeastSquaresRoute::gram_matrix);
  // A composite cursor counts a gradient when it is evaluated, one of A'A has it at every point.
  for (const bool call_first : {false, true}) {
    const auto cursor = least_squares_cursor(f, call_first);
    cursor->look(toward(v));
    cursor->advance(0.5);
    EXPECT_EQ(cursor->gradient_count(), call_first ? 0 : 2);
    EXPECT_EQ(cursor->curvature()->image_size(), call_first ? 60 : 20);
  }
}

TEST(LeastSquaresCurvature, KeepsRouteOfOptions) {
  const LeastSquares f(random_matrix(60, 20, 1), random_vector(60, 2),
                       {.route = LeastSquaresRoute::gram_matrix});
  EXPECT_EQ(least_squares_cursor(f, true)->curvature()->image_size(), 20);
}

}  // namespace
}  // namespace acgd_test
