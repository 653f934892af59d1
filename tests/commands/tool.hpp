#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"

namespace acgd_test {

/// Output and exit code of a run of the tool.
struct Ran {
  int code = 0;
  std::string out;
  std::string error;
};

/// Runs build/acgd with these arguments, as a shell would, in a folder of its own.
class Tool {
 public:
  Ran run(const std::string& words) const { return run_program(ACGD_TOOL, words); }
  /// The same with another program.
  Ran run_program(const std::string& program, const std::string& words) const {
    return run_line(program + " " + words);
  }

  /// The same, with a signal shortly after the run has written its first file, when it is certainly
  /// under way. The signal may be sent several times, and another program may start the tool, such
  /// as nohup.
  Ran run_and_interrupt(const std::string& words, const std::string& signal = "INT", int times = 1,
                        const std::string& starter = "") const {
    const auto before = files();
    const Process process(*this, starter + " " ACGD_TOOL " " + words);
    while (process.runs() && files() == before) usleep(2000);
    usleep(50000);
    process.send(signal, times);
    return process.wait();
  }

  /// Runs the commands of a file in the folder.
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
  /// A line of the shell that runs in the background, in the folder.
  class Process {
   public:
    Process(const Tool& tool, const std::string& line) : child_(fork()) {
      if (child_ != 0) return;
      const std::string all = "cd '" + tool.folder_.path().string() + "' && exec " + line + " > '" +
                              out().string() + "' 2> '" + error().string() + "' < /dev/null";
      execl("/bin/sh", "sh", "-c", all.c_str(), nullptr);
      _exit(127);
    }

    bool runs() const {
      siginfo_t state = {};
      const bool found =
          waitid(P_PID, static_cast<id_t>(child_), &state, WEXITED | WNOHANG | WNOWAIT) == 0;
      return found && state.si_pid == 0;
    }
    void send(const std::string& signal, int times) const {
      std::string line = ":";
      for (int k = 0; k < times; ++k) line += "; kill -s " + signal + " " + std::to_string(child_);
      if (runs() && std::system(line.c_str()) != 0) throw std::runtime_error(line);
    }
    Ran wait() const {
      int status = 0;
      waitpid(child_, &status, 0);
      return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, bytes_of(out()), bytes_of(error())};
    }

   private:
    std::filesystem::path out() const { return streams_.path() / "out"; }
    std::filesystem::path error() const { return streams_.path() / "error"; }

    TemporaryFolder streams_;
    pid_t child_;
  };

  Ran run_line(const std::string& line) const { return Process(*this, line).wait(); }

  TemporaryFolder folder_;
};

/// A trace file as rows of numbers; empty cells are NaN.
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

/// The tool as a child process, in the folder of `tool`.
inline pid_t begin(const Tool& tool, const std::string& words) {
  const std::string line = std::string("exec ") + ACGD_TOOL + " " + words;
  const pid_t child = fork();
  if (child != 0) return child;
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int stream : {0, 1, 2}) dup2(nowhere, stream);
  if (chdir(tool.path("").c_str()) == 0) execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
  _exit(127);
}

}  // namespace acgd_test
