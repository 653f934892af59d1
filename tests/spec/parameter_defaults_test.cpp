// The default and the description of a parameter are in one file.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <regex>

#include "acgd/solve/options.hpp"
#include "app/spec/rules.hpp"
#include "support/temporary_folder.hpp"

namespace acgd::spec {
namespace {

struct Source {
  std::string file;
  std::string text;  ///< with concatenated string literals joined
};

/// The sources below these folders. Tests and documents repeat parameters on purpose, and
/// experiments/ and bench/ have the paper's values.
std::vector<Source> sources_in(const std::vector<std::string>& folders) {
  static const std::regex seam("\"\\s*\\n\\s*\"");
  std::vector<Source> all;
  for (const std::string& folder : folders) {
    const std::filesystem::path root = std::filesystem::path(ACGD_SOURCE) / folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      const std::filesystem::path extension = entry.path().extension();
      if (extension != ".hpp" && extension != ".cpp" && extension != ".py") continue;
      all.push_back(
          {entry.path().string(), std::regex_replace(acgd_test::bytes_of(entry.path()), seam, "")});
    }
  }
  return all;
}

std::vector<std::string> files_with(const std::vector<Source>& all, const std::string& sentence) {
  std::vector<std::string> files;
  for (const Source& source : all) {
    if (source.text.find('"' + sentence + '"') != std::string::npos) files.push_back(source.file);
  }
  return files;
}

/// Files with a declaration, an assignment or a keyword of this name and value, in C++ or Python.
std::vector<std::string> files_with(const std::vector<Source>& all, const std::string& name,
                                    double value) {
  const std::regex pattern("[ (]" + name + "(: \\w+)? ?= ?(-?[0-9][0-9.e+-]*)[;,)}]");
  std::vector<std::string> files;
  for (const Source& source : all) {
    const std::sregex_iterator begin(source.text.begin(), source.text.end(), pattern), end;
    if (std::any_of(begin, end, [&](const std::smatch& match) {
          return std::strtod(match[2].str().c_str(), nullptr) == value;
        })) {
      files.push_back(source.file);
    }
  }
  return files;
}

/// A default stands in a header, its sentence there or in a source that implements it.
std::string folder_of(const std::string& file) {
  return std::filesystem::path(file).parent_path().filename().string();
}

class ParameterDefaults : public testing::Test {
 protected:
  void examine(const Description& description) {
    for (const Parameter& parameter : description) {
      const std::string name(parameter.name), sentence(parameter.sentence);
      EXPECT_EQ(files_with(all_, sentence).size(), 1u)
          << name << ": " << sentence << testing::PrintToString(files_with(all_, sentence));
      const bool is_number = std::holds_alternative<double*>(parameter.member) ||
                             std::holds_alternative<int*>(parameter.member) ||
                             std::holds_alternative<Index*>(parameter.member);
      if (!is_number || is_absent(parameter)) continue;
      const double value = std::strtod(value_text(parameter).c_str(), nullptr);
      const std::string member = name.substr(name.rfind('.') + 1);
      const auto files = files_with(rules_, member, value);
      EXPECT_LE(files.size(), 1u) << name << " = " << value << testing::PrintToString(files);
      if (!files.empty()) {
        EXPECT_EQ(folder_of(files[0]), folder_of(files_with(all_, sentence).at(0))) << name;
      }
      numbers_ += static_cast<int>(files.size());
    }
  }

  const std::vector<Source> all_ =
      sources_in({"include", "src", "app/spec", "app/commands", "python/acgd", "python/bindings"});
  /// Without oracles: their tolerance for membership is another one.
  const std::vector<Source> rules_ =
      sources_in({"include/acgd/step", "include/acgd/direction", "include/acgd/solve", "src/step",
                  "src/direction", "src/solve", "app/spec", "app/commands", "python/bindings"});
  int numbers_ = 0;  ///< number of defaults found
};

TEST_F(ParameterDefaults, HasDefaultAndDescriptionOfParameter) {
  ASSERT_GT(all_.size(), 200u);
  Options options;
  examine(options.describe());
  for (StepKind kind : step_kinds()) examine(kind.choice.describe());
  for (DirectionKind kind : direction_kinds()) examine(kind.choice.describe());
  EXPECT_GE(numbers_, 18);
}

}  // namespace
}  // namespace acgd::spec
