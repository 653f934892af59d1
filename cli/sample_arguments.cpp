#include "cli/sample_arguments.hpp"

#include "acgd/objective/sum.hpp"

namespace acgd::cli {

void add_samples(Arguments& arguments, problem::ObjectiveSource& source, problem::Flags& typed) {
  problem::SampleChoices& samples = source.samples;
  arguments.add("--data", source.data,
                {"FILE",
                 "samples (LIBSVM, .npy, .mtx, .csv, .tsv; gz too), ratings or a matrix; - is "
                 "standard input"});
  arguments.add("--format", source.format,
                {"csv|tsv|npy|mtx|libsvm|text", "of --data, where its name does not say"});
  arguments.add("--targets", source.targets,
                {"FILE",
                 "what the samples should predict; else labels of LIBSVM, or a column of the "
                 "table"});
  arguments.add("--target-column", samples.target_column,
                {"NAME|INDEX",
                 "the column of a table that the others should predict: by name, or from 1, and "
                 "from -1 from the end; the last one unless given"});
  arguments.add("--labels", source.labels,
                {"auto|keep|01|pm1",
                 "keep them, or turn two values into 0 and 1 (01), or -1 and +1 (pm1); auto: "
                 "classes are numbers or words, whatever they are, and other targets are kept"});
  arguments.add("--features", source.features,
                {"N", "number of features, where the file does not show them all", false, 1});
  arguments.add("--weights", samples.weights,
                {"FILE|COLUMN",
                 "how much each sample counts: a column of the table, by name or number, or a "
                 "vector file"});
  arguments.add("--class-weights", samples.class_weights,
                {"balanced", "let all classes count the same: weight / (classes * weight of it)"});
  arguments.add(
      "--missing", samples.missing,
      {"refuse|drop|mean",
       "cells that are empty, NA, NaN, ? or null: leave such samples out, or put the mean "
       "of the column there"});
  arguments.add_flag("--intercept", samples.intercept,
                     "add a constant to the predictions, the best one, outside of the set");
  arguments.add_flag("--standardize", samples.standardize,
                     "divide features by their standard deviation; coefficients are told in the "
                     "units of the data again");
  arguments.add(ridge_parameter(source.ridge), typed);
}

void declare_samples(Paths& paths, const problem::ObjectiveSource& source) {
  paths.read("--data", source.data);
  paths.read("--targets", source.targets);
  paths.read("--weights", problem::file_of_weights(source.samples.weights));
}

}  // namespace acgd::cli
