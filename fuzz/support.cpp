#include "support.hpp"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>

#include "acgd/core/error.hpp"

/// Small quarantine and short stack traces of the address sanitizer, which took half of the time.
extern "C" const char* __asan_default_options() {
  return "quarantine_size_mb=4:thread_local_quarantine_size_kb=64:malloc_context_size=3";
}

namespace acgd_fuzz {
namespace {

namespace fs = std::filesystem;

/// An anonymous file, and links to it with the requested endings.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("acgd-fuzz", MFD_CLOEXEC)) {
    std::string name = (fs::temp_directory_path() / "acgd-fuzz-XXXXXX").string();
    require(descriptor_ >= 0 && mkdtemp(name.data()) != nullptr, "no file can be made");
    folder_ = name;
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    close(descriptor_);
  }

  void write(std::string_view bytes) const {
    const bool good =
        ftruncate(descriptor_, 0) == 0 &&
        pwrite(descriptor_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size());
    require(good, "the file cannot be written");
  }

  fs::path link(const std::string& ending) {
    fs::path name = folder_ / ("input" + ending);
    if (!endings_.insert(ending).second) return name;
    const fs::path file = fs::path("/proc/self/fd") / std::to_string(descriptor_);
    require(symlink(file.c_str(), name.c_str()) == 0, "no link can be made");
    return name;
  }

 private:
  int descriptor_;
  fs::path folder_;
  std::set<std::string> endings_;
};

template <class Sparse>
void check_sparse(const Sparse& matrix) {
  require(matrix.rows() > 0 && matrix.cols() > 0, "a matrix is empty");
  require(matrix.isCompressed(), "a sparse matrix is not compressed");
  require(matrix.outerIndexPtr()[0] == 0, "the first line does not begin at 0");
  for (acgd::Index line = 0; line < matrix.outerSize(); ++line) {
    const int begin = matrix.outerIndexPtr()[line], end = matrix.outerIndexPtr()[line + 1];
    require(begin <= end && end <= matrix.nonZeros(), "a line ends before it begins");
    for (int k = begin; k < end; ++k) {
      const int index = matrix.innerIndexPtr()[k];
      require(index >= 0 && index < matrix.innerSize(), "an index is out of bounds");
      require(k == begin || matrix.innerIndexPtr()[k - 1] < index, "indices do not ascend");
      require(std::isfinite(matrix.valuePtr()[k]), "an entry is not finite");
    }
  }
}

void check_message(std::string_view message) {
  constexpr std::size_t most = 1000;
  require(!message.empty() && message.size() < most, "a refusal must be one sentence");
  require(std::all_of(message.begin(), message.end(), [](char c) { return c >= ' ' && c <= '~'; }),
          "a refusal must be printable");
}

std::optional<std::string> refusal_of(const std::function<void()>& action) {
  try {
    action();
    return std::nullopt;
  } catch (const acgd::InvalidInput& refusal) {
    return refusal.what();
  } catch (const acgd::FileError& refusal) {
    return refusal.what();
  }
}

}  // namespace

fs::path memory_file(std::string_view bytes, const std::string& ending) {
  static MemoryFile file;
  file.write(bytes);
  return file.link(ending);
}

void require(bool good, const char* sentence) {
  if (good) return;
  dprintf(STDERR_FILENO, "acgd-fuzz: %s\n", sentence);  // a target may have redirected stderr
  std::abort();
}

bool accepted(const std::function<void()>& action) { return !refusal_of(action); }

bool accepted_file(const std::function<void()>& action) {
  const std::optional<std::string> refusal = refusal_of(action);
  if (refusal) check_message(*refusal);
  return !refusal;
}

void check_matrix(const acgd::Matrix& matrix) {
  require(matrix.rows() > 0 && matrix.cols() > 0, "a matrix is empty");
  require(matrix.allFinite(), "an entry is not finite");
}

void check_matrix(const acgd::SparseMatrix& matrix) { check_sparse(matrix); }

void check_matrix(const Eigen::SparseMatrix<double, Eigen::RowMajor>& matrix) {
  check_sparse(matrix);
}

void check_set(const acgd::Oracle& set) {
  require(!set.name().empty() && set.dimension() > 0, "a set has no name or no dimension");
  const acgd::Vector start = set.start().to_dense();
  acgd::Vector direction(set.dimension());
  for (acgd::Index i = 0; i < direction.size(); ++i) {
    direction[i] = static_cast<double>((7 * i + 3) % 11) - 5;  // both signs, and 0
  }
  const acgd::Vector best = linear_minimizer(set, direction);
  require(start.size() == set.dimension() && start.allFinite(), "a set has an invalid start");
  require(best.size() == set.dimension() && best.allFinite(), "the LMO returns an invalid point");
  const double difference = direction.dot(best) - direction.dot(start);
  const double size = best.cwiseAbs().maxCoeff() + start.cwiseAbs().maxCoeff();
  if (!std::isfinite(difference)) return;
  require(difference <= 1e-6 * size * static_cast<double>(set.dimension()),
          "the LMO returns a point that is not optimal");
}

}  // namespace acgd_fuzz
