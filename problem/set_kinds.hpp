#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "acgd/oracle/known_sets.hpp"
#include "problem/kind.hpp"

namespace acgd::problem {

/// What the objective says about its variable.
using Shape = Variable;

/// The sets that the library knows, as lists show them.
const std::vector<Kind>& set_kinds();

/// The files that a text such as "dag:edges.csv" names: one at most, unless it is a product.
std::vector<std::filesystem::path> files_of_set(const std::string& text);
/// The first of them, if there is one.
std::optional<std::filesystem::path> file_of_set(const std::string& text);

/// The set that a text such as "l1:50" names. Throws InvalidInput if it names none, and what
/// readers throw where it names a file.
std::shared_ptr<const Oracle> make_set(const std::string& text, const Shape& shape);

/// The same as a part of another set, given as this argument.
std::shared_ptr<const Oracle> make_set(const std::string& argument, const std::string& text,
                                       const Shape& shape);
/// Rows and columns that were typed, as in "nuclear:2:3x4".
std::optional<std::pair<Index, Index>> sides_of_set(const std::string& text);
/// How many variables they say that it has.
std::optional<Index> size_of_set(const std::string& text);

/// Its parameters, each with its letter in the syntax, as in {"radius=R", "the radius; ..."}.
std::vector<std::pair<std::string, std::string>> parameters_of(const KnownSet& set);

}  // namespace acgd::problem
