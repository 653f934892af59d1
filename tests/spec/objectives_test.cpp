// Specifications of objectives, with parameters behind their names.
#include "app/spec/objectives.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "support/refusal.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::spec {
namespace {

using acgd_test::refusal;

class ObjectiveParameters : public testing::Test {
 protected:
  acgd_test::TemporaryFolder folder_;
  /// Two samples: the targets of <(1, 0), x> and <(0, 2), x> are 3 and -2.
  const std::filesystem::path table_ = folder_.file("table.csv", "1,0,3\n0,2,-2\n");
  const std::filesystem::path ratings_ = folder_.file("ratings.csv", "1,1,3\n2,2,4\n");

  double at_zero(const std::string& name, std::optional<std::string> loss = {}) {
    const bool completion = name.starts_with("completion");
    const LoadedObjective loaded =
        load_objective({.name = name, .data = completion ? ratings_ : table_, .loss = loss});
    return loaded.f->value(Vector::Zero(loaded.shape.dimension));
  }

  std::string refused(const std::string& name, std::optional<std::string> loss = {}) {
    return refusal([&] { at_zero(name, loss); });
  }
};

TEST_F(ObjectiveParameters, ReachFunction) {
  EXPECT_DOUBLE_EQ(at_zero("least-squares"), 13);
  EXPECT_DOUBLE_EQ(at_zero("least-squares:factor=0.5"), 6.5);
  EXPECT_DOUBLE_EQ(at_zero("least-squares:0.5:route=composite"), 6.5);
  // Huber's loss of errors 3 and 2: rho (|u| - rho / 2).
  EXPECT_DOUBLE_EQ(at_zero("huber"), (2.5 + 1.5) / 2);
  EXPECT_DOUBLE_EQ(at_zero("huber:rho=2"), (4 + 2) / 2.0);
  EXPECT_DOUBLE_EQ(at_zero("huber:scaling=sum"), 2.5 + 1.5);
  EXPECT_DOUBLE_EQ(at_zero("huber", "huber:2"), at_zero("huber:rho=2"));
  // Each sigmoid is 1/2 at 0, the labels become 0 and 1.
  EXPECT_DOUBLE_EQ(at_zero("sigmoid"), 0.25);
  EXPECT_DOUBLE_EQ(at_zero("sigmoid:scaling=sum"), 0.5);
  EXPECT_DOUBLE_EQ(at_zero("completion:loss=squared"), (9 + 16) / 2.0);
  EXPECT_DOUBLE_EQ(at_zero("completion", "squared"), at_zero("completion:loss=squared"));
  EXPECT_DOUBLE_EQ(at_zero("completion:rho=2"), (4 + 6) / 2.0);
}

TEST_F(ObjectiveParameters, ChangeComputation) {
  const LoadedObjective squares =
      load_objective({.name = "least-squares:route=gram-matrix:cache_bytes=1e6", .data = table_});
  const auto& options = dynamic_cast<const LeastSquares&>(*squares.f).options();
  EXPECT_EQ(options.route, LeastSquaresRoute::gram_matrix);
  EXPECT_EQ(options.cache_bytes, 1000000);
  const LoadedObjective ratings =
      load_objective({.name = "completion:max-terms=50", .data = ratings_});
  EXPECT_EQ(dynamic_cast<const MatrixCompletion&>(*ratings.f).max_terms(), 50);
}

TEST_F(ObjectiveParameters, InvalidOnesAreRejected) {
  EXPECT_EQ(refused("least-squares:factor=0"),
            "objective = least-squares:factor=0: factor = 0: must be positive and finite");
  EXPECT_EQ(refused("least-squares:route=gram"),
            "objective = least-squares:route=gram: route = gram: must be automatic or composite or "
            "gram-columns or gram-matrix");
  EXPECT_EQ(refused("least-squares:rute=composite"),
            "objective: parameter of least-squares = rute: unknown name; did you mean route?");
  EXPECT_EQ(refused("huber:rho=x"), "objective = huber:rho=x: rho = x: must be a finite number");
  EXPECT_EQ(refused("completion:max_terms=0"),
            "objective = completion:max_terms=0: max_terms = 0: must be at least 1");
  EXPECT_EQ(refused("huber:rho=3", "huber:2"),
            "loss: the objective says it already, behind its name");
  EXPECT_EQ(refusal([] { load_objective({.name = "levy:x=1", .dimension = 2}); }),
            "objective: levy has no parameters, but x is given");
  EXPECT_EQ(refusal([] { load_objective({.name = "levi:x=1", .dimension = 2}); }),
            "objective = levi: unknown name; did you mean levy?");
}

TEST(ObjectiveKinds, HaveDescriptions) {
  std::set<std::string> names;
  for (const ObjectiveKind& kind : objective_kinds()) {
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    EXPECT_TRUE(kind.syntax.starts_with(kind.name + " --")) << kind.syntax;
    EXPECT_TRUE(kind.formula.starts_with("f(")) << kind.formula;
    EXPECT_FALSE(kind.sentence.empty() || kind.example.empty() || kind.needs.empty()) << kind.name;
  }
}

}  // namespace
}  // namespace acgd::spec
