#include "cli/data_sets.hpp"

#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "cli/command_words.hpp"
#include "cli/twins.hpp"

namespace acgd::cli {

const std::vector<DataSet>& data_sets() {
  static const std::vector<DataSet> sets = {
      {{"a1a", "a1a", "LIBSVM a1a (UCI Adult), training set: 1605 x 123"},
       "a1a",
       "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/a1a",
       "eb54c45f1bdb51286f803dd092eb8202b44637a858fc6c4e533a2d64a0d94b4e",
       "a1a-twin",
       a1a_twin_text},
      {{"a1a.t", "a1a.t", "LIBSVM a1a, test set: 30956 x 123"},
       "a1a.t",
       "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/a1a.t",
       "0212d0c4a3996fe6fb6a0ab54033d9f4fa4b60369b6e3bb141821d9ffc40c04d",
       "a1a-twin.t",
       a1a_test_twin_text},
      {{"movielens100k", "movielens100k", "MovieLens 100K: 100000 ratings, 943 x 1682"},
       "movielens100k.csv",
       "https://files.grouplens.org/datasets/movielens/ml-100k/u.data",
       "06416e597f82b7342361e41163890c81036900f418ad91315590814211dca490",
       "movielens100k-twin.csv",
       movielens_twin_text,
       true}};
  return sets;
}

void tell_where_to_fetch(const std::filesystem::path& file) {
  std::error_code unknown;
  if (std::filesystem::exists(file, unknown)) return;
  const std::string folder = file.has_parent_path() ? file.parent_path().string() : ".";
  for (const DataSet& set : data_sets()) {
    if (file.filename() == set.twin) {
      throw InvalidInput(
          fmt::format("{}: there is no such file; acgd data make {} --to {} makes it",
                      file.string(), set.name, quoted_word(folder)));
    }
    if (file.filename() != set.file && file.filename() != set.name) continue;
    const bool other_name = file.filename() != set.file;
    throw InvalidInput(fmt::format(
        "{}: there is no such file; acgd data fetch {} --to {} fetches it{}", file.string(),
        set.name, quoted_word(folder), other_name ? " as " + set.file : ""));
  }
}

}  // namespace acgd::cli
