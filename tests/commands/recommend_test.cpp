// acgd recommend: from a model of ratings to a list.
#include <gtest/gtest.h>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

/// Two users, named 1 and 2, and three items, named 1 to 3; user 1 has rated item 2.
std::string small_model() {
  return R"({"acgd": "0.1.0", "version": 1, "kind": "completion",
"objective": "completion", "set": "nuclear:1",
"users": 2, "items": 3, "rank": 1, "first_user": 1, "first_item": 1,
"mean": 3, "user_biases": [0, 1], "item_biases": [0.5, 0, 0.25],
"user_factors": [[1], [0]], "item_factors": [[-1], [1], [0]],
"rated": [[2], []], "scores": {}, "value": 0.5, "gap": 0})";
}

TEST(AcgdRecommend, ShowsBestUnratedItems) {
  const Tool tool;
  tool.file("m.json", small_model());
  const Ran ran = tool.run("recommend --model m.json --user 1 --top 5");
  EXPECT_EQ(ran.code, 0) << ran.error;
  // 2.5, 4 (rated), 3.25
  EXPECT_EQ(ran.out, "      item  prediction\n         3       3.250\n         1       2.500\n");
  EXPECT_EQ(tool.run("recommend --model m.json --user 1 --top 1 --with-rated").out,
            "      item  prediction\n         2       4.000\n");
  EXPECT_EQ(tool.run("recommend --model m.json --user 2 --output best.csv").code, 0);
  EXPECT_EQ(tool.read("best.csv"), "item,prediction\n1,4.5\n3,4.25\n2,4\n");
  EXPECT_EQ(tool.run("recommend --model m.json --user 2 --top 1 --output -").out,
            "item,prediction\n1,4.5\n");
}

TEST(AcgdPredict, ClipsRatingsToRange) {
  const Tool tool;
  std::string model = small_model();
  model.insert(model.find("\"rated\""), "\"range\": [3, 4], ");
  tool.file("m.json", model);
  tool.file("pairs.csv", "user,item\n1,1\n1,3\n2,1\n");  // 2.5, 3.25, 4.5
  const std::string words = "predict --model m.json --data pairs.csv --quiet";
  EXPECT_EQ(tool.run(words).out, "user,item,prediction\n1,1,3\n1,3,3.25\n2,1,4\n");
  EXPECT_EQ(tool.run(words + " --no-clip").out,
            "user,item,prediction\n1,1,2.5\n1,3,3.25\n2,1,4.5\n");
  const std::string best = "recommend --model m.json --user 2 --top 2 --output -";
  EXPECT_EQ(tool.run(best).out, "item,prediction\n1,4\n3,4\n");
  EXPECT_EQ(tool.run(best + " --no-clip").out, "item,prediction\n1,4.5\n3,4.25\n");
  // The one rating is that of item 2 by user 1.
  EXPECT_NE(tool.run(words).error.find("3 of 3 pairs"), std::string::npos);
}

TEST(AcgdRecommend, RejectsUnknownNames) {
  const Tool tool;
  tool.file("m.json", small_model());
  tool.file("broken.json", small_model().substr(0, 80));
  std::string linear = small_model();
  linear.replace(linear.find("\"completion\""), 12, "\"linear\"");
  tool.file("linear.json", linear);
  const std::pair<std::string, std::string> cases[] = {
      {"--model m.json --user 3", "--user = 3: must be a user of the model, 1 to 2"},
      {"--model m.json --user 0", "--user = 0: must be a user of the model, 1 to 2"},
      {"--model m.json", "--user U: is missing"},
      {"--user 1", "--model FILE: is missing"},
      {"--model m.json --user 1 --top 0", "--top = 0: must be an integer"},
      {"--model none.json --user 1", "none.json"},
      {"--model broken.json --user 1", "broken.json: is not JSON, as models are"},
      {"--model linear.json --user 1",
       "linear.json: kind: linear: must be completion, a model of ratings"},
      {"--model m.json --user 1 --output m.json", "--output"},
  };
  for (const auto& [words, sentence] : cases) {
    const Ran ran = tool.run("recommend " + words);
    EXPECT_EQ(ran.code, 2) << words;
    EXPECT_NE(ran.error.find(sentence), std::string::npos) << words << ": " << ran.error;
    EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1) << ran.error;
  }
}

TEST(AcgdSolve, SubtractsBiases) {
  const Tool tool;
  tool.file("r.csv", "1,1,5\n1,2,4\n2,1,4\n2,2,3\n3,1,5\n3,3,2\n");
  const std::string words =
      "solve --objective completion --data r.csv --set nuclear:0.001 --loss squared --test r.csv "
      "--quiet --result ";
  ASSERT_EQ(tool.run(words + "plain.json").code, 0);
  const Ran ran = tool.run(words + "with.json --biases");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_LT(tool.json("with.json")["test"]["rmse"].get<double>(), 1);
  // Predictions of 0 are clipped to 2, the lowest rating: errors 3, 2, 2, 1, 3 and 0.
  EXPECT_NEAR(tool.json("plain.json")["test"]["rmse"].get<double>(), std::sqrt(27.0 / 6), 1e-6);
}

/// From ratings to a model, to predictions, to a list.
TEST(AcgdSolve, SavesModelOfRatings) {
  const Tool tool;
  tool.file("r.csv", "1,1,5\n1,2,4\n2,1,4\n2,2,3\n3,1,5\n3,3,2\n");
  tool.file("pairs.csv", "user,item\n3,2\n9,1\n");
  const Ran solved = tool.run(
      "solve --objective completion --data r.csv --set nuclear:1 --loss squared --biases "
      "--quiet --model m.json");
  ASSERT_EQ(solved.code, 0) << solved.error;
  const nlohmann::json model = tool.json("m.json");
  EXPECT_EQ(model["kind"], "completion");
  EXPECT_EQ(model["set"], "nuclear:1");
  EXPECT_EQ(model["first_user"], 1);
  const Ran predicted = tool.run("predict --model m.json --data pairs.csv --output p.csv");
  ASSERT_EQ(predicted.code, 0) << predicted.error;
  const auto rows = rows_of(tool.read("p.csv"));
  ASSERT_EQ(rows.size(), 2u);
  double inner = 0;  // mean + biases + factors, computed directly
  for (std::size_t k = 0; k < model["rank"]; ++k) {
    inner += model["user_factors"][2][k].get<double>() * model["item_factors"][1][k].get<double>();
  }
  EXPECT_NE(predicted.error.find("1 of 2 pairs have a user or an item without ratings"),
            std::string::npos)
      << predicted.error;
  EXPECT_EQ(model["range"], nlohmann::json({2, 5}));
  const double mean = model["mean"], item = model["item_biases"][1], user = model["user_biases"][2];
  EXPECT_NEAR(rows[0][2], mean + user + item + inner, 1e-12);
  EXPECT_NEAR(rows[1][2], mean + model["item_biases"][0].get<double>(), 1e-12);
  const Ran best = tool.run("recommend --model m.json --user 3");
  EXPECT_NE(best.out.find("\n         2 "), std::string::npos) << best.out;
  EXPECT_EQ(std::count(best.out.begin(), best.out.end(), '\n'), 2);  // items 1 and 3 are rated
  EXPECT_NE(tool.run("predict --model m.json --data pairs.csv --probabilities")
                .error.find("--probabilities: has no effect for a model of ratings"),
            std::string::npos);
}

}  // namespace
}  // namespace acgd_test
