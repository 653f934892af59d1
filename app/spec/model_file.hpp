#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/fit/path.hpp"

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

/// Models that predict linearly, as files. Numbers are read back to the same bits.

/// {"acgd", "version", "kind": "linear", "objective", "set", "target", "features", "columns",
///  "classes", "coefficients", "intercept", "scaling", "scores", "value", "gap"}
///
/// There is an object of coefficients for each output, with those that are not 0: by the names of
/// the columns, or their numbers from 1 if they have no names of their own.
std::string to_json(const LinearModel& model);

/// Throws InvalidInput, naming the key, unless the document is as to_json() writes it.
LinearModel to_linear_model(const ModelDocument& document);

/// Throws InvalidInput unless all names of the model can be written in JSON.
void check_names(const LinearModel& model);

}  // namespace acgd::problem
