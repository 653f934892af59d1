#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "acgd/fit/samples.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "app/data/dataset.hpp"
#include "app/data/labels.hpp"

/// From files to the samples of a loss: columns, missing values, labels and weights.
namespace acgd::spec {

/// Options for samples, as typed.
struct SampleChoices {
  std::string target_column = {};  ///< by name or number, see find_column(); empty: the last one
  std::string weights = {};        ///< a column, likewise, or a vector file; empty: each is 1
  std::string class_weights = {};  ///< "balanced": weight / (classes * weight of the class)
  std::string missing = "refuse";  ///< "drop", "mean"
  bool intercept = false;
  bool standardize = false;
  Index blocks = 0;  ///< number of parts; 0: chosen by the number of samples

  bool operator==(const SampleChoices&) const = default;
};

/// Where samples are read from, and how.
struct DataSource {
  std::filesystem::path data;
  /// A vector file. Absent: they are in the LIBSVM file, or a column of a table.
  std::optional<std::filesystem::path> targets = {};
  data::Format format = data::Format::by_name;  ///< of the data
  Index features = 0;                           ///< of a LIBSVM file; 0: the highest index there
  Labels labels = Labels::keep;
  SampleChoices choices = {};
  std::shared_ptr<const Team> team = alone();  ///< the ranks that share the samples
  bool map = false;                            ///< features may stay in a mapped file
};

/// What other samples must have in common with these to be used with the same model.
struct SampleLayout {
  Index features = 0;
  std::vector<std::string> columns = {};  ///< names of the features; empty: they have none
  std::string target = {};                ///< its column, by name or number; empty: in no column
  std::string weights = {};               ///< the same
  Coding coding = {};                     ///< of the targets
  Vector fill = {};                       ///< replaces missing features; empty: none may be missing
};

/// Report on how samples were read.
struct SampleSummary {
  SampleLayout layout;
  std::vector<std::string> header = {};  ///< of the table; empty: it has none
  std::string targets = {};              ///< where they are from: "last column of a.npy"
  std::string weights = {};              ///< where they are from; empty: each is 1
  bool balanced = false;                 ///< all classes have the same total weight
  Index dropped = 0;                     ///< samples with missing values
  Index filled = 0;                      ///< missing values
  Index blocks = 0;
  std::string size = {};  ///< "1605 samples of 123 features, 22249 non-zeros"

  /// All of it: "10 samples of 2 features, 1 sample with missing cells left out, labels no/yes taken
  /// as 0/1"
  std::string description() const;
};

/// The samples of this rank. Targets are coded: those of classes are numbers from 0.
struct LoadedSamples {
  Samples samples;
  SampleSummary summary = {};
  /// The features, if they stay in a mapped file: see Dataset. The matrix has only its size then.
  std::vector<std::shared_ptr<const LinearMap>> maps = {};
  std::vector<std::string> notes = {};  ///< on what was ignored, a sentence each
};

/// Reads samples in any format of read_dataset(). They are partitioned into blocks, and each rank of
/// the team gets its own: it reads a slice of the files and exchanges rows with the others; files
/// without slices are read by rank 0. Throws InvalidInput, on all ranks.
LoadedSamples read_samples(const DataSource& source);

enum class Purpose {
  prediction,
  evaluation,  ///< targets must be there, and their classes known
};

/// Reads samples for a model of samples with this layout. Features are matched by name where both
/// have names, in any order and with other columns between them; else by their order. Features of a
/// LIBSVM file beyond those of the layout are ignored. Targets are NaN where they are missing or of
/// no known class, and empty if there are none. Of the choices, target column and missing count.
/// Throws InvalidInput if a feature is missing.
LoadedSamples read_consistent(const DataSource& source, const SampleLayout& layout,
                              Purpose purpose);

/// The first steps of read_samples(), up to missing values: labels stay as they are.
using DatasetReader =
    std::function<data::Dataset(const std::filesystem::path&, const data::ReadOptions&)>;
std::pair<data::Dataset, SampleSummary> read_uncoded(const DataSource& source,
                                                     const DatasetReader& read);

/// What is done about missing values.
enum class Missing {
  refuse,
  drop,  ///< the samples are left out
  mean,  ///< features become the weighted mean of the column; without target or weight: as drop
};
Missing to_missing(const std::string& text);

/// The file that --weights names, if it is one and no column.
std::optional<std::filesystem::path> file_of_weights(const std::string& text);

/// Columns by name, or by number: from 1, or from -1 from the end.

/// The index of the column with this name or number, from 0; a name goes first.
std::optional<Index> find_column(const std::string& text, const data::TableColumns& columns);

/// The same. Throws InvalidInput naming argument and file, with a suggestion.
Index find_column(const std::string& argument, const std::string& text,
                  const data::TableColumns& columns, const std::filesystem::path& file);

}  // namespace acgd::spec
