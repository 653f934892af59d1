#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd::problem {

/// A file of a model: JSON that says by which program it was written, of which version and kind it
/// is. What is not as it must be is refused with file and key.
class ModelDocument {
 public:
  using Json = nlohmann::json;

  /// Reads a file. Throws FileError, or InvalidInput unless it is JSON of a version that is known.
  explicit ModelDocument(std::filesystem::path file);

  /// The first keys of such a file, of a model of this kind.
  static nlohmann::ordered_json begin(const std::string& kind);

  const std::filesystem::path& file() const { return file_; }
  /// "linear", "completion"
  std::string kind() const { return text("kind"); }

  /// Throws InvalidInput.
  [[noreturn]] void refuse(const std::string& key, const std::string& rule) const;

  /// What is there under a key; null if nothing is.
  const Json* find(const std::string& key) const;
  /// The same, if it is an object.
  const Json* find_object(const std::string& key) const;
  const Json& at(const std::string& key) const;

  std::string text(const std::string& key) const;
  /// From 1 to `most`.
  Index count(const std::string& key, Index most) const;
  /// A list of texts; empty if there is none.
  std::vector<std::string> names(const std::string& key) const;
  /// NaN if there is none, or null, as numbers that are not finite are written.
  double number(const std::string& key) const;
  double finite(const std::string& key, const Json& value) const;
  /// So many numbers; empty if there is no list.
  Vector vector(const std::string& key, const Json* list, Index size) const;

 private:
  std::filesystem::path file_;
  std::shared_ptr<const Json> json_;
};

}  // namespace acgd::problem
