#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "acgd/core/error.hpp"
#include "support/temporary_folder.hpp"

namespace acgd_test {

/// Writes `bytes` into a file, calls `read` with it, and expects InvalidInput with the file's name
/// and then `message`, which begins with the location: ":2:5: ...".
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
