// delta: a fraction of the first estimate by default, absolute if given.
#include <gtest/gtest.h>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "app/spec/rules.hpp"

namespace acgd::spec {
namespace {

// x'x has L = 2: with gamma = 1 the first trial has L = 2 + delta.
TEST(Delta, IsAbsoluteWhereGiven) {
  const auto first_constant = [](const std::string& parameters) {
    const Options options{.direction = FrankWolfe{},
                          .step = make_step("adaptive-constant:gamma=1" + parameters),
                          .max_iterations = 1,
                          .trace = true};
    return minimize(Quadratic(2 * Matrix::Identity(3, 3), Vector::Zero(3)), Simplex(3),
                    Vector::Unit(3, 0), options)
        .trace.front()
        .lipschitz;
  };
  EXPECT_NEAR(first_constant(":delta=0.5"), 2.5, 1e-12);
  EXPECT_NEAR(first_constant(":delta=1e-3"), 2.001, 1e-12);
  EXPECT_NEAR(first_constant(""), 2 + 2e-10, 1e-13);
}

}  // namespace
}  // namespace acgd::spec
