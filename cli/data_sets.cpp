#include "cli/data_sets.hpp"

namespace acgd::cli {

const std::vector<DataSet>& data_sets() {
  static const std::vector<DataSet> sets = {
      {{"a1a", "a1a", "LIBSVM a1a (UCI Adult), training set: 1605 x 123"},
       "a1a",
       "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/a1a",
       "eb54c45f1bdb51286f803dd092eb8202b44637a858fc6c4e533a2d64a0d94b4e"},
      {{"a1a.t", "a1a.t", "LIBSVM a1a, test set: 30956 x 123"},
       "a1a.t",
       "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/a1a.t",
       "0212d0c4a3996fe6fb6a0ab54033d9f4fa4b60369b6e3bb141821d9ffc40c04d"},
      {{"movielens100k", "movielens100k", "MovieLens 100K: 100000 ratings, 943 x 1682"},
       "movielens100k.csv",
       "https://files.grouplens.org/datasets/movielens/ml-100k/u.data",
       "06416e597f82b7342361e41163890c81036900f418ad91315590814211dca490",
       true}};
  return sets;
}

}  // namespace acgd::cli
