#include "problem/model_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/version.hpp"
#include "io/byte_input.hpp"
#include "io/text_input.hpp"

namespace acgd::problem {
namespace {

constexpr int kVersion = 1;

std::string all_bytes(const std::filesystem::path& file) {
  io::ByteInput input(file);
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
    throw InvalidInput(
        fmt::format("{}: is no JSON, as models are: byte {} is wrong", file_.string(), error.byte));
  } catch (const Json::out_of_range&) {
    throw InvalidInput(file_.string() + ": has a number that is too large: must be finite");
  }
  if (!json_->is_object() || !json_->contains("acgd")) {
    throw InvalidInput(file_.string() +
                       ": is no model of acgd; --model FILE of acgd solve or path writes one");
  }
  const Json& version = at("version");
  if (version != kVersion) {
    refuse("version",
           fmt::format("{}: must be {}, which acgd {} reads",
                       io::shown_name(version.dump(-1, ' ', true, Json::error_handler_t::replace)),
                       kVersion, ACGD_VERSION));
  }
  static_cast<void>(kind());
}

nlohmann::ordered_json ModelDocument::begin(const std::string& kind) {
  return {{"acgd", ACGD_VERSION}, {"version", kVersion}, {"kind", kind}};
}

void ModelDocument::refuse(const std::string& key, const std::string& rule) const {
  throw InvalidInput(fmt::format("{}: {}: {}", file_.string(), key, rule));
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
  for (Index i = 0; i < size; ++i) values[i] = finite(key, (*list)[static_cast<std::size_t>(i)]);
  return values;
}

}  // namespace acgd::problem
