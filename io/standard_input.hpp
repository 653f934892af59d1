#pragma once

#include <filesystem>

namespace acgd::io {

/// Whether the name stands for standard input: -, /dev/stdin or a longer spelling of that.
bool is_standard_input(const std::filesystem::path& file);

/// While it lives, standard input may be looked at: it is then back where it was. For that, what a
/// pipe has goes into a temporary file that takes the pipe's place. Throws FileError if the system
/// fails.
class StandardInputGlance {
 public:
  StandardInputGlance();
  ~StandardInputGlance();
  StandardInputGlance(const StandardInputGlance&) = delete;
  StandardInputGlance& operator=(const StandardInputGlance&) = delete;

 private:
  long long begin_;
};

}  // namespace acgd::io
