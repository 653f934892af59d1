#pragma once

#include <string>

namespace acgd::cli {

/// Synthetic twins of data sets as files in the format of the real ones, always the same: those on
/// which acgd reproduce runs without data.
std::string a1a_twin_text();
std::string a1a_test_twin_text();
std::string movielens_twin_text();

}  // namespace acgd::cli
