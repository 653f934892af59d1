#pragma once

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace acgd_test {

/// A terminal of a given width with a program in it: its output, and the visible screen.
class Terminal {
 public:
  /// Runs a line of the shell.
  Terminal(unsigned short columns, const std::string& command) : columns_(columns) {
    winsize size{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    const std::string line = "exec " + command;
    child_ = forkpty(&descriptor_, nullptr, nullptr, &size);
    if (child_ < 0) throw std::runtime_error("there is no terminal");
    if (child_ != 0) return;
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() { close(descriptor_); }

  /// Reads until `enough` is true of all output, or the program has ended.
  void read_until(const std::function<bool(const std::string&)>& enough) {
    char bytes[4096];
    while (!enough(written_)) {
      const ssize_t count = read(descriptor_, bytes, sizeof bytes);
      if (count <= 0) return;
      written_.append(bytes, static_cast<std::size_t>(count));
    }
  }
  void press(const std::string& keys) const {
    if (write(descriptor_, keys.data(), keys.size()) < 0) throw std::runtime_error("cannot type");
  }
  /// Reads the rest and returns the exit code.
  int wait() {
    read_until([](const std::string&) { return false; });
    int status = 0;
    waitpid(child_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  const std::string& written() const { return written_; }

  /// The final lines of the screen.
  std::vector<std::string> screen() const {
    std::vector<std::string> lines(1);
    std::size_t column = 0;
    for (std::size_t i = 0; i < written_.size(); ++i) {
      std::string* line = &lines.back();
      if (written_[i] == '\r') {
        column = 0;
      } else if (written_[i] == '\n') {
        lines.emplace_back();
      } else if (written_.compare(i, 3, "\x1b[K") == 0) {
        line->resize(std::min(line->size(), column));
        i += 2;
      } else {
        if (column == columns_) {
          line = &lines.emplace_back();
          column = 0;
        }
        if (line->size() <= column) line->resize(column + 1, ' ');
        (*line)[column++] = written_[i];
      }
    }
    return lines;
  }

 private:
  unsigned short columns_;
  int descriptor_ = -1;
  pid_t child_ = -1;
  std::string written_;
};

}  // namespace acgd_test
