#include <gtest/gtest.h>

#include <cstdlib>

#include "acgd/core/error.hpp"
#include "app/experiments/data.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::experiments {
namespace {

/// A folder with one file in it, and ACGD_DATA set by the test.
class DataFile : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const char* given = std::getenv("ACGD_DATA")) before_ = given;
    unsetenv("ACGD_DATA");
    own_.file("a1a", "+1 1:1\n");
  }
  void TearDown() override {
    if (before_) setenv("ACGD_DATA", before_->c_str(), 1);
  }

  std::optional<std::string> before_;
  acgd_test::TemporaryFolder own_;
  const std::filesystem::path folder_ = own_.path();
};

TEST_F(DataFile, IsFoundInFolderOfSettings) {
  EXPECT_EQ(data_file({.data = folder_}, "a1a"), folder_ / "a1a");
  EXPECT_EQ(data_file({.data = folder_}, "a9a"), std::nullopt);
  EXPECT_EQ(data_file({.data = folder_, .synthetic = true}, "a1a"), std::nullopt);
}

TEST_F(DataFile, IsOtherwiseFoundInFolderOfEnvironment) {
  EXPECT_EQ(data_file({}, "a1a"), std::nullopt);
  setenv("ACGD_DATA", folder_.c_str(), 1);
  EXPECT_EQ(data_file({}, "a1a"), folder_ / "a1a");
  unsetenv("ACGD_DATA");
}

TEST_F(DataFile, MissingFolderIsRejected) {
  EXPECT_THROW(data_file({.data = folder_ / "nowhere"}, "a1a"), InvalidInput);
}

}  // namespace
}  // namespace acgd::experiments
