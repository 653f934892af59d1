#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "acgd/fit/path.hpp"
#include "cli/parser.hpp"

namespace acgd::cli {

/// Which radii a path has, how they are judged, and which of them is taken.
struct PathArguments {
  std::string radii = "auto";
  std::optional<std::uint64_t> folds;  ///< 5 unless given
  std::uint64_t seed = PathOptions().seed;
  std::string choose = "best";

  void add_to(Arguments& arguments);
  /// Throws InvalidInput for what makes no sense.
  void check() const;
  /// The same for a path of ratings, of which one part is held out.
  void check_for_ratings() const;
  Index fold_count() const;
  /// Fills in what is said here.
  void set(PathOptions& options) const;
  /// The position of the fit that is taken: without folds the last one.
  Index chosen(const Path& path) const;
};

/// The radii that a text says: "0.1:10:20" is 20 of them, each the same multiple of the one before;
/// none for "auto", whose number may be behind a colon. Throws InvalidInput.
struct Radii {
  std::vector<double> list = {};
  Index count = PathOptions().count;
};
Radii to_radii(const std::string& argument, const std::string& text);

}  // namespace acgd::cli
