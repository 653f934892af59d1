#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "acgd/parallel/team.hpp"

namespace acgd::io {

/// The files of a data set, which are read as if they were one. In the last component of `data`,
/// * stands for any letters and ? for one, unless a file has that very name; the files are sorted
/// by name. Any other name stands for itself, whether there is such a file or not.
///
/// Throws FileError if no file fits, and if one is missing: where the first * or ? stands for
/// numbers that begin with 0 or 1, there must be no hole in them.
std::vector<std::filesystem::path> data_files(const std::filesystem::path& data);

/// What tells the files of a data set from others of the same names, as "1040 bytes, checksum
/// 6f1c...": their names, their sizes, and their bytes; of a file beyond 64 MB 64 pieces of 1 MB at
/// equal distances, the first and the last bytes among them. Nothing unless all of them are regular
/// files that can be read.
std::optional<std::string> fingerprint(const std::filesystem::path& data);

/// Throws InvalidInput on all ranks, naming the files and the ranks, if the files have another
/// fingerprint on some of them. Ranks that have none are left to who reads the files there; where all
/// see the same files of one machine, no fingerprint is taken.
void require_same_files(const Team& team, const std::string& flag,
                        const std::filesystem::path& data);

}  // namespace acgd::io
