#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

#include "acgd/core/error.hpp"

namespace acgd_test {

/// A folder for the files of one test, removed at its end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "acgd-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + ": cannot be made");
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }

  /// A file in it with these bytes.
  std::filesystem::path file(const std::string& name, std::string_view bytes) const {
    const std::filesystem::path result = path_ / name;
    std::ofstream out(result, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return result;
  }

 private:
  std::filesystem::path path_;
};

inline std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Writes `bytes` into a file, lets `read` have it, and expects InvalidInput with the file's name
/// and then `message`, which begins with the place: ":2:5: ...".
inline void expect_refused(const std::function<void(const std::filesystem::path&)>& read,
                           std::string_view bytes, const std::string& message) {
  SCOPED_TRACE(bytes.substr(0, 80));
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.file("input", bytes);
  try {
    read(file);
    ADD_FAILURE() << "accepted; expected" << message;
  } catch (const acgd::InvalidInput& error) {
    EXPECT_EQ(error.what(), file.string() + message);
  }
}

}  // namespace acgd_test
