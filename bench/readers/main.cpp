// Times the readers of text and the opening of files of acgd convert: prints a line "clock-seconds
// processor-seconds items" per file. python/bench/readers.py and opening.py write the files.
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <exception>
#include <filesystem>

#include "app/data/csv.hpp"
#include "app/data/libsvm.hpp"
#include "app/data/ratings.hpp"
#include "app/data/sample_file.hpp"

namespace {

using namespace acgd::data;

/// The last column is the target.
std::vector<ColumnRole> roles(const TableColumns& columns) {
  std::vector<ColumnRole> result(static_cast<std::size_t>(columns.count), ColumnRole::feature);
  result.back() = ColumnRole::target;
  return result;
}

/// The work of a run before its first gradient.
acgd::Index open(const std::filesystem::path& path) {
  const SampleFile file(path);
  for (acgd::Index s = 0; s < file.block_count(); ++s) file.map(s);
  return file.targets(0, file.block_count()).size();
}

/// Reads a file by its name and returns the number of samples or ratings.
acgd::Index read(const std::filesystem::path& file) {
  if (file.extension() == ".acgd") return open(file);
  if (file.extension() == ".svm") return read_libsvm(file).count();
  if (file.extension() == ".csv") return read_table(file, {.roles = roles}).count();
  return std::ssize(read_ratings(file).observations);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    for (int k = 1; k < argc; ++k) {
      const auto begin = std::chrono::steady_clock::now();
      const std::clock_t processor = std::clock();
      const acgd::Index items = read(argv[k]);
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
      fmt::print("{} {} {}\n", seconds.count(),
                 static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC, items);
    }
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "acgd-bench-readers: {}\n", error.what());
    return 2;
  }
}
