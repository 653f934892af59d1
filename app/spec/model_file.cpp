#include "app/spec/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/version.hpp"
#include "app/data/byte_input.hpp"
#include "app/data/limits.hpp"
#include "app/data/samples.hpp"
#include "app/data/text_input.hpp"

namespace acgd::spec {

namespace {

constexpr int kVersion = 1;

std::string all_bytes(const std::filesystem::path& file) {
  data::ByteInput input(file);
  std::string bytes;
  for (;;) {
    const std::size_t before = bytes.size();
    bytes.resize(before + (std::size_t{1} << 16));
    const std::size_t read = input.read(std::span(bytes).subspan(before));
    bytes.resize(before + read);
    if (read == 0) return bytes;
  }
}

}  // namespace

ModelDocument::ModelDocument(std::filesystem::path file) : file_(std::move(file)) {
  try {
    json_ = std::make_shared<const Json>(Json::parse(all_bytes(file_)));
  } catch (const Json::parse_error& error) {
    throw InvalidInput(file_.string(),
                       fmt::format("is not JSON, as models are: byte {} is wrong", error.byte));
  } catch (const Json::out_of_range&) {
    throw InvalidInput(file_.string(), "has a number that is too large: must be finite");
  }
  if (!json_->is_object() || !json_->contains("acgd")) {
    throw InvalidInput(file_.string(), std::nullopt, "is not a model of acgd",
                       "--model FILE of acgd solve or path writes one");
  }
  const Json& version = at("version");
  if (version != kVersion) {
    refuse(
        "version",
        fmt::format("{}: must be {}, which acgd {} reads",
                    data::shown_name(version.dump(-1, ' ', true, Json::error_handler_t::replace)),
                    kVersion, ACGD_VERSION));
  }
  static_cast<void>(kind());
}

nlohmann::ordered_json ModelDocument::begin(const std::string& kind) {
  return {{"acgd", ACGD_VERSION}, {"version", kVersion}, {"kind", kind}};
}

void ModelDocument::refuse(const std::string& key, const std::string& rule) const {
  throw InvalidInput(file_.string(), fmt::format("{}: {}", key, rule));
}

const nlohmann::json* ModelDocument::find(const std::string& key) const {
  const auto found = json_->find(key);
  return found == json_->end() ? nullptr : &*found;
}

const nlohmann::json* ModelDocument::find_object(const std::string& key) const {
  const Json* value = find(key);
  if (value != nullptr && !value->is_object()) refuse(key, "must be an object");
  return value;
}

const nlohmann::json& ModelDocument::at(const std::string& key) const {
  if (const Json* value = find(key)) return *value;
  refuse(key, "is missing");
}

std::string ModelDocument::text(const std::string& key) const {
  const Json& value = at(key);
  if (!value.is_string()) refuse(key, "must be a text");
  return value;
}

Index ModelDocument::count(const std::string& key, Index most) const {
  const Json& value = at(key);
  const bool is_count = value.is_number_unsigned() && value.get<std::uint64_t>() >= 1 &&
                        value.get<std::uint64_t>() <= static_cast<std::uint64_t>(most);
  if (!is_count) refuse(key, fmt::format("must be an integer from 1 to {}", most));
  return value.get<Index>();
}

std::vector<std::string> ModelDocument::names(const std::string& key) const {
  const Json* list = find(key);
  if (list == nullptr) return {};
  const auto is_text = [](const Json& value) { return value.is_string(); };
  if (!list->is_array() || !std::all_of(list->begin(), list->end(), is_text)) {
    refuse(key, "must be a list of texts");
  }
  return list->get<std::vector<std::string>>();
}

double ModelDocument::number(const std::string& key) const {
  const Json* value = find(key);
  if (value == nullptr || value->is_null()) return std::nan("");
  return finite(key, *value);
}

double ModelDocument::finite(const std::string& key, const Json& value) const {
  if (!value.is_number() || !std::isfinite(value.get<double>())) {
    refuse(key, "must be a finite number");
  }
  return value;
}

Vector ModelDocument::vector(const std::string& key, const Json* list, Index size) const {
  if (list == nullptr) return {};
  if (!list->is_array() || static_cast<Index>(list->size()) != size) {
    refuse(key, fmt::format("must be a list of {} numbers", size));
  }
  Vector values(size);
  for (Index i = 0; i < size; ++i) values[i] = finite(key, (*list)[i]);
  return values;
}

Scores ModelDocument::scores() const {
  Scores all;
  const Json* scores = find_object("scores");
  if (scores == nullptr) return all;
  for (const auto& [name, score] : scores->items()) {
    all.emplace_back(name, score.is_null() ? std::nan("") : finite("scores", score));
  }
  return all;
}

namespace {

using Json = nlohmann::json;
using Ordered = nlohmann::ordered_json;

std::vector<double> list_of(const Vector& values) { return {values.begin(), values.end()}; }

bool are_different(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) == names.end();
}

/// Whether coefficients are keyed by column names: these must exist and be unique.
bool are_called_by_name(const std::vector<std::string>& columns) {
  return !columns.empty() && are_different(columns);
}

Ordered coefficients_of(const LinearModel& model, Index output) {
  const bool by_name = are_called_by_name(model.columns);
  Ordered::object_t named;  // its own emplace() looks for the name among all others
  for (SparseMatrix::InnerIterator entry(model.coefficients, output); entry; ++entry) {
    const auto row = static_cast<std::size_t>(entry.row());
    named.emplace_back(by_name ? model.columns[row] : fmt::format("{}", row + 1), entry.value());
  }
  return named;
}

/// Indices of features by the keys of coefficients.
class FeatureNumbers {
 public:
  explicit FeatureNumbers(const LinearModel& model) : features_(model.coefficients.rows()) {
    if (!are_called_by_name(model.columns)) return;
    for (std::size_t j = 0; j < model.columns.size(); ++j) numbers_.emplace(model.columns[j], j);
  }
  std::optional<Index> find(const std::string& name) const {
    if (numbers_.empty()) return find_column(name, {.names = {}, .count = features_});
    const auto found = numbers_.find(name);
    if (found == numbers_.end()) return std::nullopt;
    return static_cast<Index>(found->second);
  }

 private:
  Index features_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

void read_coefficients(const ModelDocument& document, Index features, LinearModel& model) {
  const std::string key = "coefficients";
  const Json& list = document.at(key);
  const auto is_object = [](const Json& value) { return value.is_object(); };
  if (!list.is_array() || list.empty() || !std::all_of(list.begin(), list.end(), is_object)) {
    document.refuse(key, "must be a list of objects, one for each output");
  }
  model.coefficients.resize(features, static_cast<Index>(list.size()));
  const FeatureNumbers numbers(model);
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t output = 0; output < list.size(); ++output) {
    for (const auto& [name, value] : list[output].items()) {
      const auto feature = numbers.find(name);
      if (!feature)
        document.refuse(key, fmt::format("{} is none of the features", data::shown_name(name)));
      entries.emplace_back(static_cast<int>(*feature), static_cast<int>(output),
                           document.finite(key, value));
    }
  }
  model.coefficients.setFromTriplets(entries.begin(), entries.end());
}

void check_classes(const ModelDocument& document, const LinearModel& model) {
  const auto classes = static_cast<Index>(model.classes.size());
  const Index outputs = model.coefficients.cols();
  if (!are_different(model.classes)) document.refuse("classes", "one of them is there twice");
  const bool fits = outputs == 1 ? classes == 0 || classes == 2 : classes == outputs;
  if (!fits) {
    document.refuse("classes", fmt::format("{} of them, and coefficients of {} outputs: must be as "
                                           "many, or two for one output",
                                           classes, outputs));
  }
}

}  // namespace

std::string to_json(const LinearModel& model) {
  Ordered json = ModelDocument::begin("linear");
  json["objective"] = model.objective;
  json["set"] = model.set;
  if (!model.penalty.empty()) json["penalty"] = model.penalty;
  if (!model.target.empty()) json["target"] = model.target;
  json["features"] = model.coefficients.rows();
  if (!model.columns.empty()) json["columns"] = model.columns;
  if (!model.classes.empty()) json["classes"] = model.classes;
  json["coefficients"] = Ordered::array();
  for (Index k = 0; k < model.coefficients.cols(); ++k) {
    json["coefficients"].push_back(coefficients_of(model, k));
  }
  if (model.intercept.size() > 0) json["intercept"] = list_of(model.intercept);
  const Standardization& scaling = model.scaling;
  if (scaling.center.size() > 0) json["scaling"]["center"] = list_of(scaling.center);
  if (scaling.scale.size() > 0) json["scaling"]["scale"] = list_of(scaling.scale);
  if (model.fill.size() > 0) json["scaling"]["missing"] = list_of(model.fill);
  for (const auto& [name, score] : model.scores) json["scores"][name] = score;
  if (model.ridge != 0) json["ridge"] = model.ridge;
  json["value"] = model.value;
  json["gap"] = model.gap;
  return json.dump(2, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

LinearModel to_linear_model(const ModelDocument& document) {
  LinearModel model;
  model.objective = document.text("objective");
  model.set = document.text("set");
  if (document.find("penalty") != nullptr) model.penalty = document.text("penalty");
  if (document.find("target") != nullptr) model.target = document.text("target");
  const Index features = document.count("features", data::kMaxDimension);
  model.columns = document.names("columns");
  if (!model.columns.empty() && static_cast<Index>(model.columns.size()) != features) {
    document.refuse("columns", fmt::format("{} names, must be {}, as many as there are features",
                                           model.columns.size(), features));
  }
  model.classes = document.names("classes");
  read_coefficients(document, features, model);
  check_classes(document, model);
  model.intercept =
      document.vector("intercept", document.find("intercept"), model.coefficients.cols());
  if (const Json* scaling = document.find_object("scaling")) {
    const auto part = [&](const char* name) {
      const auto found = scaling->find(name);
      return document.vector(fmt::format("scaling: {}", name),
                             found == scaling->end() ? nullptr : &*found, features);
    };
    model.scaling = {part("center"), part("scale")};
    model.fill = part("missing");
  }
  model.scores = document.scores();
  if (const Json* ridge = document.find("ridge")) {
    model.ridge = document.finite("ridge", *ridge);
    if (model.ridge < 0) document.refuse("ridge", "must not be negative");
  }
  model.value = document.number("value");
  model.gap = document.number("gap");
  return model;
}

void check_names(const SampleLayout& layout) {
  const auto check = [](const char* what, const std::string& name) {
    try {
      static_cast<void>(Json(name).dump());
    } catch (const Json::type_error&) {
      throw InvalidInput(
          "model", std::nullopt,
          fmt::format("the {} {} is not UTF-8, which JSON needs", what,
                      Json(name).dump(-1, ' ', true, Json::error_handler_t::replace)),
          "iconv -t UTF-8 turns the data into it");
    }
  };
  for (const std::string& name : layout.columns) check("column", name);
  for (const std::string& name : layout.coding.classes) check("class", name);
  check("target", layout.target);
}

}  // namespace acgd::spec
