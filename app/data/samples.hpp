#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "acgd/fit/samples.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "app/data/format.hpp"
#include "app/data/labels.hpp"
#include "app/data/raw_samples.hpp"

namespace acgd::problem {

/// What becomes of samples with missing cells.
enum class Missing {
  refuse,
  drop,  ///< they are left out
  mean,  ///< a feature is the weighted mean of its column; without target or weight they are left out
};

/// What a user says about samples, beside where they are.
struct SampleChoices {
  std::string target_column = {};  ///< by name or number, see columns.hpp; empty: the last one
  std::string weights = {};        ///< a column, likewise, or a vector file; empty: each is 1
  std::string class_weights = {};  ///< "balanced": weight / (classes * weight of the class)
  std::string missing = "refuse";  ///< "drop", "mean"
  bool intercept = false;
  bool standardize = false;
  Index shards = 0;  ///< how many the samples are cut into; 0: as many as their number says

  bool operator==(const SampleChoices&) const = default;
};

/// How samples look, so that others can be read in the same way.
struct SampleLayout {
  Index features = 0;
  std::vector<std::string> columns = {};  ///< names of the features; empty: they have none
  std::string target = {};                ///< its column, by name or number; empty: in no column
  std::string weights = {};               ///< the same
  Coding coding = {};                     ///< of the targets
  Vector fill = {};  ///< what stands for a missing feature; empty: none may be missing
};

/// What was done to samples on their way from files, as it is told.
struct SampleSummary {
  SampleLayout layout;
  std::vector<std::string> header = {};  ///< the first line of the table; empty: it has none
  std::string targets = {};              ///< where they are from: "last column of a.npy"
  std::string weights = {};              ///< where they are from; empty: each is 1
  bool balanced = false;                 ///< classes weigh the same
  Index dropped = 0;                     ///< samples with missing cells
  Index filled = 0;                      ///< cells
  Index shards = 0;                      ///< that the samples were cut into
  std::string size = {};                 ///< "1605 samples of 123 features, 22249 non-zeros"

  /// All of it: "10 samples of 2 features, 1 sample with missing cells left out, labels no/yes taken
  /// as 0/1"
  std::string description() const;
};

/// The samples of this rank and where they come from. Targets are coded: of classes they are numbers from 0.
struct LoadedSamples {
  Samples samples;
  SampleSummary summary;
  /// What is known of them as maps, where it stays in its file: one for each shard here, null where
  /// that is empty. The features have only their sizes then.
  std::vector<std::shared_ptr<const LinearMap>> maps = {};
};

struct SamplesSource {
  std::filesystem::path data;
  /// A vector file. Absent: they are in the LIBSVM file, or a column of a table.
  std::optional<std::filesystem::path> targets = {};
  io::Format format = io::Format::by_name;  ///< of the data
  Index features = 0;                       ///< of a LIBSVM file; 0: the highest index there
  Labels labels = Labels::keep;
  SampleChoices choices = {};
  std::shared_ptr<const Team> team = alone();  ///< the ranks that share the samples
  bool map = false;  ///< features may stay where they are, in a file that can be mapped
};

Missing to_missing(const std::string& text);

/// The file that --weights names, if that is no column: one that is there, and no number.
std::optional<std::filesystem::path> file_of_weights(const std::string& text);

/// Reads .npy, .mtx, .csv and .tsv files (gz-compressed or not) as tables, everything else as
/// LIBSVM, unless the format is given. The samples are cut into shards, and each rank of the team has
/// its own, of which it has read a slice of the files; where they have none, rank 0 reads and deals
/// them out. Throws InvalidInput naming what is wrong where, on all ranks.
LoadedSamples read_samples(const SamplesSource& source);

/// How much samples count.

/// Throws InvalidInput unless all are finite and >= 0. `typed` is what the user has said of them.
void check_weights(const Vector& weights, const std::string& typed);

/// The same if those of all ranks are 0.
void check_total(const Vector& weights, const std::string& typed, const Team& team);

/// Lets all classes count the same: multiplies weights by their sum / (classes * the sum of those of
/// the class). Throws InvalidInput if the targets are no classes.
void balance_classes(const Coding& coding, Samples& samples);

/// Throws InvalidInput if what the user says of samples does not go together.
void check_choices(const SamplesSource& source);

/// How the data is to be read, by what the user says of it. `source` must outlive it.
RawRequest raw_request(const SamplesSource& source);

/// Tells the summary what the header and the roles of columns say, and where targets and weights are
/// from.
void report_columns(const RawSamples& raw, const SamplesSource& source, SampleSummary& summary);

/// Samples as read_samples() has them before it turns their targets into numbers.
struct UncodedSamples {
  RawSamples raw;
  SampleSummary summary;
};

using RawReader = std::function<RawSamples(const RawRequest&)>;

/// Whatever is bad about them is refused as read_samples() does it. `read` reads the data.
UncodedSamples read_uncoded(const SamplesSource& source, const RawReader& read = read_raw);

/// The samples of this rank, in a file that has them shard by shard or lets any of them be had.
struct MappedSamples {
  RawSamples raw;  ///< the features have only their sizes, if there are maps
  std::shared_ptr<const Shards> shards;
  std::vector<std::shared_ptr<const LinearMap>> maps;  ///< see LoadedSamples
  std::string size;                                    ///< of all ranks, as SampleSummary tells it
};

/// Opens a file of acgd convert, or a .npy file by columns whose features need not be copied; nothing
/// if the data is no such file. Every rank may do it by itself. Throws InvalidInput.
std::optional<MappedSamples> map_samples(const RawRequest& request, const SamplesSource& source);

}  // namespace acgd::problem
