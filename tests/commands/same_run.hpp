#pragma once

#include <gtest/gtest.h>

#include "commands/tool.hpp"

namespace acgd_test {

/// A trace without its times.
inline std::string without_time(const std::string& csv) {
  std::istringstream lines(csv);
  std::string all;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(','), second = line.find(',', first + 1);
    all += line.substr(0, first) + line.substr(second) + "\n";
  }
  return all;
}

/// A result without times and arguments.
inline nlohmann::json without_time(nlohmann::json result) {
  for (const char* key : {"seconds", "command", "options"}) result.erase(key);
  return result;
}

/// The files NAME.csv, NAME.json and NAME.npy of two runs.
inline void expect_same_run(const Tool& tool, const std::string& a, const std::string& b) {
  EXPECT_TRUE(tool.read(a + ".npy") == tool.read(b + ".npy"));
  EXPECT_EQ(without_time(tool.json(a + ".json")), without_time(tool.json(b + ".json")));
  EXPECT_TRUE(without_time(tool.read(a + ".csv")) == without_time(tool.read(b + ".csv")));
}

}  // namespace acgd_test
