#pragma once

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "io/temporary_folder.hpp"

namespace acgd_test {

/// What a run of the tool left behind.
struct Ran {
  int code = 0;
  std::string out;
  std::string error;
};

/// Runs build/acgd with these words, as a shell would, in a folder of its own.
class Tool {
 public:
  Ran run(const std::string& words) const { return run_line(std::string(ACGD_TOOL) + " " + words); }

  /// The same, with SIGINT after so many seconds.
  Ran run_and_interrupt(const std::string& seconds, const std::string& words,
                        const std::string& signal = "INT") const {
    return run_line("timeout --foreground --preserve-status -s " + signal + " " + seconds +
                    " " ACGD_TOOL " " + words);
  }

  /// What a file of the folder tells the shell to do.
  Ran run_script(const std::string& name) const { return run_line("sh " + name); }

  /// The same on a terminal, where both streams are one.
  Ran run_on_terminal(const std::string& words) const {
    return run_line("script -qec '" ACGD_TOOL " " + words + "' /dev/null");
  }

  std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }
  std::filesystem::path file(const std::string& name, const std::string& bytes) const {
    return folder_.file(name, bytes);
  }
  bool has(const std::string& name) const { return std::filesystem::exists(path(name)); }
  std::string read(const std::string& name) const { return bytes_of(path(name)); }
  nlohmann::json json(const std::string& name) const { return nlohmann::json::parse(read(name)); }

  /// The names of all files in the folder.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  Ran run_line(const std::string& line) const {
    const TemporaryFolder streams;
    const std::string out = streams.path() / "out", error = streams.path() / "error";
    const std::string all = "cd '" + folder_.path().string() + "' && exec " + line + " > '" + out +
                            "' 2> '" + error + "' < /dev/null";
    const int status = std::system(all.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, bytes_of(out), bytes_of(error)};
  }

  TemporaryFolder folder_;
};

/// A trace file as rows of numbers; what is empty is NaN.
inline std::vector<std::vector<double>> rows_of(const std::string& csv) {
  std::vector<std::vector<double>> rows;
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::vector<double> row;
    std::istringstream cells(line + ",");
    for (std::string cell; std::getline(cells, cell, ',');) {
      row.push_back(cell.empty() || cell == "\r" ? std::nan("") : std::stod(cell));
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace acgd_test
