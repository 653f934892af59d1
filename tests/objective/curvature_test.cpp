// The curvature of cursors against the explicit Hessian.
#include "acgd/objective/curvature.hpp"

#include <gtest/gtest.h>

#include "objective/atoms.hpp"
#include "objective/curvature_sums.hpp"
#include "objective/term_walk.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

/// Fill value that must not be overwritten.
constexpr double kUntouched = -1234.5;

class Curvatures : public testing::TestWithParam<CurvatureProblem> {
 protected:
  const CurvatureProblem& problem_ = GetParam();
  Index n_ = problem_.f->dimension();

  /// Atoms of every shape, the first third of them active, the last third coordinates.
  static std::vector<Term> terms_of(const std::vector<Atom>& atoms) {
    std::vector<Term> terms;
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      const bool is_active = i % 3 != 2;
      terms.push_back({&atoms[i], 0.5, is_active ? static_cast<AtomId>((7 * i) % 64) : kNoAtom});
    }
    return terms;
  }
  std::vector<Atom> make_atoms(std::size_t count, std::uint64_t seed) const {
    Random random(seed);
    std::vector<Atom> atoms(count);
    for (std::size_t i = 0; i < count; ++i) {
      (i % 2 == 0 ? any_shape(n_) : coordinates(n_))(random, atoms[i]);
    }
    return atoms;
  }

  static Matrix plain_gram(const std::vector<Term>& terms, const Matrix& hessian) {
    Matrix v(hessian.rows(), static_cast<Index>(terms.size()));
    for (Index i = 0; i < v.cols(); ++i) {
      v.col(i) = terms[i].atom->to_dense();
    }
    return v.transpose() * hessian * v;
  }
  static Matrix gram_of(Curvature& curvature, std::span<const Term> terms, Index known = 0) {
    const auto count = static_cast<Index>(terms.size());
    Matrix h = Matrix::Constant(count + 3, count + 2, kUntouched);
    curvature.gram(terms, known, h);
    return h;
  }
  static void expect_near(const Matrix& found, const Matrix& exact, const std::string& what) {
    const double size = exact.lpNorm<Eigen::Infinity>();
    EXPECT_LE((found - exact).lpNorm<Eigen::Infinity>(), 1e-12 * (1 + size)) << what;
  }
  /// A step to another point.
  static void move(Cursor& cursor, const Atom& v) {
    cursor.look(toward(v));
    ASSERT_TRUE(cursor.advance(0.3));
  }
};

TEST_P(Curvatures, ExistWhereDeclared) {
  EXPECT_TRUE(problem_.f->has_curvature());
  const auto cursor = problem_.f->start(coordinate(n_, 0, 0.5), l2_norm());
  ASSERT_NE(cursor->curvature(), nullptr);
  EXPECT_EQ(cursor->curvature()->is_constant(), problem_.is_constant);
}

TEST_P(Curvatures, HaveProductsOfAllAtoms) {
  const auto atoms = make_atoms(31, 1);
  const auto terms = terms_of(atoms);
  const auto cursor = problem_.f->start(atoms[4], l2_norm());
  Curvature& curvature = *cursor->curvature();
  curvature.refresh();
  const Matrix exact = plain_gram(terms, problem_.hessian(atoms[4].to_dense()));
  const auto count = static_cast<Index>(terms.size());
  const Matrix h = gram_of(curvature, terms);
  expect_near(h.topLeftCorner(count, count), exact, "gram");
  EXPECT_EQ(h.topLeftCorner(count, count), h.topLeftCorner(count, count).transpose().eval());
  EXPECT_TRUE((h.bottomRows(3).array() == kUntouched).all());
  EXPECT_TRUE((h.rightCols(2).array() == kUntouched).all());
}

TEST_P(Curvatures, AddNewAtoms) {
  const auto atoms = make_atoms(31, 2);
  const auto terms = terms_of(atoms);
  const auto cursor = problem_.f->start(atoms[5], l2_norm());
  Curvature& curvature = *cursor->curvature();
  curvature.refresh();
  const Matrix all = gram_of(curvature, terms);
  for (const Index known : {1, 7, 30, 31}) {
    Matrix h = gram_of(curvature, terms, known);
    EXPECT_TRUE((h.topLeftCorner(known, known).array() == kUntouched).all());
    h.topLeftCorner(known, known) = all.topLeftCorner(known, known);
    EXPECT_EQ(h, all) << known;
  }
}

TEST_P(Curvatures, AddAndMultiplyImages) {
  const auto atoms = make_atoms(20, 3);
  const auto terms = terms_of(atoms);
  const auto cursor = problem_.f->start(atoms[3], l2_norm());
  Curvature& curvature = *cursor->curvature();
  curvature.refresh();
  const Matrix hessian = problem_.hessian(atoms[3].to_dense());
  Vector image = Vector::Zero(curvature.image_size()), d = Vector::Zero(n_);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const double weight = std::cos(static_cast<double>(i));
    curvature.add_image(terms[i], weight, image);
    d += weight * atoms[i].to_dense();
  }
  const Vector exact = hessian * d;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    EXPECT_NEAR(curvature.product(terms[i], image), atoms[i].to_dense().dot(exact),
                1e-12 * (1 + exact.norm() * atoms[i].to_dense().norm()));
  }
}

// D is that of the point of the last refresh, wherever the cursor is.
TEST_P(Curvatures, StayThoseOfEarlierPointUntilRefreshed) {
  const auto atoms = make_atoms(12, 4);
  const auto terms = terms_of(atoms);
  const auto count = static_cast<Index>(terms.size());
  const auto cursor = problem_.f->start(atoms[1], l2_norm());
  Curvature& curvature = *cursor->curvature();
  curvature.refresh();
  const Matrix earlier = plain_gram(terms, problem_.hessian(*cursor->x()));
  for (const std::size_t v : {3u, 4u, 5u}) move(*cursor, atoms[v]);
  expect_near(gram_of(curvature, terms).topLeftCorner(count, count), earlier, "before");
  curvature.refresh();
  const Matrix now = plain_gram(terms, problem_.hessian(*cursor->x()));
  expect_near(gram_of(curvature, terms).topLeftCorner(count, count), now, "after");
  EXPECT_EQ(problem_.is_constant, (now - earlier).norm() < 1e-9 * now.norm());
}

TEST_P(Curvatures, ForgetReleasedAtoms) {
  auto atoms = make_atoms(12, 5);
  const auto terms = terms_of(atoms);
  const auto count = static_cast<Index>(terms.size());
  const auto cursor = problem_.f->start(coordinate(n_, 1, 0.5), l2_norm());
  Curvature& curvature = *cursor->curvature();
  curvature.refresh();
  gram_of(curvature, terms);
  auto others = make_atoms(13, 6);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (terms[i].is_active()) cursor->release(terms[i].id);
    atoms[i] = others[i + 1];
  }
  expect_near(gram_of(curvature, terms).topLeftCorner(count, count),
              plain_gram(terms, problem_.hessian(*cursor->x())), "others under the same ids");
}

INSTANTIATE_TEST_SUITE_P(All, Curvatures, testing::ValuesIn(curvature_problems()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace acgd_test
