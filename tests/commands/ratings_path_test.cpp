// acgd path of ratings: radii of the nuclear ball, evaluated on held-out ratings.
#include <gtest/gtest.h>

#include <random>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

/// Two thirds of a 40 x 30 matrix of rank one around 3, with a little noise.
std::string ratings_of_rank_one() {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::vector<double> users, items;
  for (int i = 0; i < 40; ++i) users.push_back(normal(random));
  for (int j = 0; j < 30; ++j) items.push_back(normal(random));
  std::string ratings;
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 30; ++j) {
      if (random() % 3 == 0) continue;
      const double value = 3 + users[i] * items[j] + 0.05 * normal(random);
      ratings +=
          std::to_string(i + 1) + "," + std::to_string(j + 1) + "," + std::to_string(value) + "\n";
    }
  }
  return ratings;
}

TEST(AcgdPathOfRatings, FindsPredictiveRadius) {
  const Tool tool;
  tool.file("ratings.csv", ratings_of_rank_one());
  const Ran ran = tool.run(
      "path --objective completion --data ratings.csv --biases --result r.json --model m.json "
      "--report p.html --svg pictures");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json json = tool.json("r.json");
  const auto& best = json["fits"][json["best"].get<std::size_t>()];
  // The values vary by about 1, the noise by 0.05.
  EXPECT_LT(best["held_out_rmse"].get<double>(), 0.3);
  for (const auto& fit : json["fits"]) {
    EXPECT_GE(fit["held_out_rmse"].get<double>(), best["held_out_rmse"].get<double>());
  }
  EXPECT_NE(ran.out.find("predicts best"), std::string::npos) << ran.out;
  EXPECT_EQ(tool.json("m.json")["kind"], "completion");
  EXPECT_NE(tool.read("p.html").find("RMSE on samples that were held out"), std::string::npos);
  EXPECT_TRUE(tool.has("pictures/path-RMSE.svg"));
  const Ran recommended = tool.run("recommend --model m.json --user 1 --top 3");
  EXPECT_EQ(recommended.code, 0) << recommended.error;
}

TEST(AcgdPathOfRatings, RejectsUnusedFlags) {
  const Tool tool;
  tool.file("ratings.csv", "1,1,3\n1,2,4\n2,1,5\n2,2,1\n");
  for (const auto& [words, sentence] : std::vector<std::pair<std::string, std::string>>{
           {"--folds 5", "--folds = 5: not used by the objective completion"},
           {"--choose one-standard-error", "--choose = one-standard-error: not used"},
           {"--set l1", "--set = l1: must be nuclear"},
           {"--intercept", "intercept: not used by the objective completion"},
           {"--radii 1", "--radii = 1"}}) {
    const Ran ran = tool.run("path --objective completion --data ratings.csv " + words);
    EXPECT_EQ(ran.code, 2) << words;
    EXPECT_NE(ran.error.find(sentence), std::string::npos) << words << ": " << ran.error;
  }
}

}  // namespace
}  // namespace acgd_test
