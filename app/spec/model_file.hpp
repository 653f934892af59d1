#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/fit/linear_model.hpp"
#include "app/data/samples.hpp"

namespace acgd::spec {

/// A model file: JSON with program, version and kind. Errors name the file and the key.
class ModelDocument {
 public:
  using Json = nlohmann::json;

  /// Reads a file. Throws FileError, or InvalidInput unless it is JSON of a known version.
  explicit ModelDocument(std::filesystem::path file);

  /// The first keys of a file with a model of this kind.
  static nlohmann::ordered_json begin(const std::string& kind);

  const std::filesystem::path& file() const { return file_; }
  /// "linear", "completion"
  std::string kind() const { return text("kind"); }

  /// Throws InvalidInput.
  [[noreturn]] void refuse(const std::string& key, const std::string& rule) const;

  /// The value of a key; null if there is none.
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
  /// A list of `size` numbers; empty if there is no list.
  Vector vector(const std::string& key, const Json* list, Index size) const;
  /// The object of scores; NaN for null.
  Scores scores() const;

 private:
  std::filesystem::path file_;
  std::shared_ptr<const Json> json_;
};

// Linear models as files. Numbers are read back to the same bits.

/// {"acgd", "version", "kind": "linear", "objective", "set", "target", "features", "columns",
///  "classes", "coefficients", "intercept", "scaling", "scores", "value", "gap"}
///
/// Each output has an object of its non-zero coefficients, keyed by the names of the columns, or by
/// their numbers from 1 if the names are missing or not unique.
std::string to_json(const LinearModel& model);

/// Throws InvalidInput, naming the key, unless the document has the format of to_json().
LinearModel to_linear_model(const ModelDocument& document);

/// Throws InvalidInput unless the names of columns, classes and target can be written in JSON.
void check_names(const SampleLayout& layout);

}  // namespace acgd::spec
