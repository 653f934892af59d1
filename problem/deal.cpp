#include "problem/deal.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

namespace acgd::problem {
namespace {

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// Values, one after the other, on their way to another rank.
class Packet {
 public:
  void put(const void* data, std::size_t size) {
    const auto* begin = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }
  template <class T>
  void put(const T& value) {
    put(&value, sizeof value);
  }
  void put(const std::string& text) {
    put(static_cast<Index>(text.size()));
    put(text.data(), text.size());
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

class Unpacking {
 public:
  explicit Unpacking(std::span<const std::byte> bytes) : left_(bytes) {}
  void take(void* data, std::size_t size) {
    if (size > 0) std::memcpy(data, left_.data(), size);
    left_ = left_.subspan(size);
  }
  template <class T>
  T take() {
    T value;
    take(&value, sizeof value);
    return value;
  }
  std::string take_text() {
    std::string text(static_cast<std::size_t>(take<Index>()), ' ');
    take(text.data(), text.size());
    return text;
  }
  bool is_empty() const { return left_.empty(); }

 private:
  std::span<const std::byte> left_;
};

std::string to_text(const Packet& packet) {
  return {reinterpret_cast<const char*>(packet.bytes().data()), packet.bytes().size()};
}

/// All but the samples.
std::string frame_text(const RawSamples& raw) {
  Packet packet;
  packet.put(std::holds_alternative<SparseMatrix>(raw.features));
  packet.put(raw.is_libsvm);
  packet.put(raw.columns.count);
  packet.put(static_cast<Index>(raw.columns.names.size()));
  for (const std::string& name : raw.columns.names) packet.put(name);
  packet.put(static_cast<Index>(raw.roles.size()));
  packet.put(raw.roles.data(), raw.roles.size() * sizeof(io::ColumnRole));
  return to_text(packet);
}

void take_frame(const std::string& text, RawSamples& raw) {
  Unpacking from(std::as_bytes(std::span<const char>(text)));
  const bool is_sparse = from.take<bool>();
  if (is_sparse && std::holds_alternative<Matrix>(raw.features)) raw.features = SparseMatrix();
  raw.is_libsvm = from.take<bool>();
  raw.columns.count = from.take<Index>();
  raw.columns.names.resize(static_cast<std::size_t>(from.take<Index>()));
  for (std::string& name : raw.columns.names) name = from.take_text();
  raw.roles.resize(static_cast<std::size_t>(from.take<Index>()));
  from.take(raw.roles.data(), raw.roles.size() * sizeof(io::ColumnRole));
}

/// Which of them the samples have, on any rank.
struct Fields {
  bool numbers = false;
  bool words = false;
  bool weights = false;

  Fields(const RawSamples& raw, const Team& team) {
    const auto any =
        add_numbers(team, {raw.targets.numbers.size(), static_cast<Index>(raw.targets.words.size()),
                           raw.weights.size()});
    numbers = any[0] > 0, words = any[1] > 0, weights = any[2] > 0;
  }
};

/// Those of words, if there are none here yet.
void put_into_words(RawTargets& targets) {
  if (!targets.words.empty()) return;
  for (const double number : targets.numbers) {
    targets.words.push_back(std::isnan(number) ? "" : io::class_name(number));
  }
  targets.numbers.resize(0);
}

/// The rows [first, last) of what is numbers.
void put_rows(Packet& packet, const Matrix& rows, Index first, Index last) {
  const Matrix block = rows.middleRows(first, last - first);
  packet.put(block.data(), static_cast<std::size_t>(block.size()) * sizeof(double));
}

void put_rows(Packet& packet, const SparseRows& rows, Index first, Index last) {
  const int begin = rows.outerIndexPtr()[first], end = rows.outerIndexPtr()[last];
  packet.put(rows.outerIndexPtr() + first,
             static_cast<std::size_t>(last - first + 1) * sizeof(int));
  packet.put(rows.innerIndexPtr() + begin, static_cast<std::size_t>(end - begin) * sizeof(int));
  packet.put(rows.valuePtr() + begin, static_cast<std::size_t>(end - begin) * sizeof(double));
}

void take_rows(Unpacking& from, Index first, Index count, Matrix& rows) {
  Matrix block(count, rows.cols());
  from.take(block.data(), static_cast<std::size_t>(block.size()) * sizeof(double));
  rows.middleRows(first, count) = block;
}

/// Rows come in order, and are appended.
void take_rows(Unpacking& from, Index first, Index count, SparseRows& rows) {
  std::vector<int> starts(static_cast<std::size_t>(count) + 1);
  from.take(starts.data(), starts.size() * sizeof(int));
  const int before = rows.outerIndexPtr()[first], entries = starts.back() - starts.front();
  rows.data().resize(static_cast<std::size_t>(before + entries));
  from.take(rows.innerIndexPtr() + before, static_cast<std::size_t>(entries) * sizeof(int));
  from.take(rows.valuePtr() + before, static_cast<std::size_t>(entries) * sizeof(double));
  for (Index i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    rows.outerIndexPtr()[first + i + 1] = before + starts[k + 1] - starts.front();
  }
}

/// What this rank has to send, by the rows that it has and those that the others shall have.
struct Sending {
  Packet packet;
  std::vector<Index> bytes;  ///< for each rank
};

template <class Rows>
Sending pack(const RawSamples& raw, const Fields& fields, const Rows& rows, const Shards& shards,
             Index first_sample) {
  Sending sending;
  std::size_t before = 0;
  for (int rank = 0; rank < shards.team().size(); ++rank) {
    const Shards::Range wanted = shards.samples_of(rank);
    const Index first = std::clamp(wanted.first - first_sample, Index{0}, raw.count());
    const Index last = std::clamp(wanted.last - first_sample, first, raw.count());
    if (last > first) {
      sending.packet.put(last - first);
      put_rows(sending.packet, rows, first, last);
      const auto count = static_cast<std::size_t>(last - first);
      const std::size_t bytes = count * sizeof(double);
      if (fields.numbers) sending.packet.put(raw.targets.numbers.data() + first, bytes);
      if (fields.weights) sending.packet.put(raw.weights.data() + first, bytes);
      for (Index i = first; i < last && fields.words; ++i) {
        sending.packet.put(raw.targets.words[static_cast<std::size_t>(i)]);
      }
    }
    sending.bytes.push_back(static_cast<Index>(sending.packet.bytes().size() - before));
    before = sending.packet.bytes().size();
  }
  return sending;
}

template <class Rows>
void unpack(std::span<const std::byte> bytes, const Fields& fields, Rows& rows, RawSamples& raw) {
  Unpacking from(bytes);
  Index first = 0;
  while (!from.is_empty()) {
    const auto count = from.take<Index>();
    take_rows(from, first, count, rows);
    const std::size_t numbers = static_cast<std::size_t>(count) * sizeof(double);
    if (fields.numbers) from.take(raw.targets.numbers.data() + first, numbers);
    if (fields.weights) from.take(raw.weights.data() + first, numbers);
    for (Index i = first; i < first + count && fields.words; ++i) {
      raw.targets.words[static_cast<std::size_t>(i)] = from.take_text();
    }
    first += count;
  }
}

template <class Rows>
void deal_rows(RawSamples& raw, Rows& rows, const Shards& shards) {
  const Team& team = shards.team();
  const Fields fields(raw, team);
  Index first_sample = 0;
  const std::vector<Index> counts = gather_numbers(team, raw.count());
  for (int rank = 0; rank < team.rank(); ++rank) {
    first_sample += counts[static_cast<std::size_t>(rank)];
  }
  Sending sending = pack(raw, fields, rows, shards, first_sample);
  // What is packed need not be there twice, nor what has been sent.
  const Index cols = rows.cols();
  rows = Rows();
  // Each rank hears from the others how much is to come.
  std::vector<Index> coming;
  for (int rank = 0; rank < team.size(); ++rank) {
    const auto of_rank = gather_numbers(team, sending.bytes[static_cast<std::size_t>(rank)]);
    if (rank == team.rank()) coming = of_rank;
  }
  Index total = 0;
  for (const Index bytes : coming) total += bytes;
  std::vector<std::byte> received(static_cast<std::size_t>(total));
  team.exchange(sending.packet.bytes(), sending.bytes, received, coming);
  sending = {};
  rows = Rows(shards.size(), cols);
  raw.targets.numbers.resize(fields.numbers ? shards.size() : 0);
  raw.targets.words.resize(fields.words ? static_cast<std::size_t>(shards.size()) : 0);
  raw.weights.resize(fields.weights ? shards.size() : 0);
  unpack(received, fields, rows, raw);
}

}  // namespace

void unite(RawSamples& raw, const Team& team) {
  if (team.size() == 1) return;
  take_frame(broadcast(team, frame_text(raw)), raw);
  if (Fields(raw, team).words) put_into_words(raw.targets);
  const std::vector<Index> features = gather_numbers(team, raw.feature_count());
  const Index most = *std::max_element(features.begin(), features.end());
  if (auto* sparse = std::get_if<SparseMatrix>(&raw.features)) {
    sparse->conservativeResize(sparse->rows(), most);
  } else if (auto& dense = std::get<Matrix>(raw.features); dense.rows() == 0) {
    dense.resize(0, most);
  }
}

void deal(RawSamples& raw, const Shards& shards) {
  if (shards.team().size() == 1) return;
  if (auto* sparse = std::get_if<SparseMatrix>(&raw.features)) {
    SparseRows rows = *sparse;
    *sparse = SparseMatrix();
    RawSamples beside = std::move(raw);
    beside.features = Matrix(rows.rows(), 0);
    deal_rows(beside, rows, shards);
    beside.features = SparseMatrix(rows);
    raw = std::move(beside);
  } else {
    Matrix rows = std::move(std::get<Matrix>(raw.features));
    raw.features = Matrix(rows.rows(), 0);
    deal_rows(raw, rows, shards);
    raw.features = std::move(rows);
  }
}

RawTargets united_targets(const RawTargets& own, const Team& team) {
  if (team.size() == 1) return own;
  std::set<std::string> words(own.words.begin(), own.words.end());
  std::set<double> numbers;
  for (const double number : own.numbers) {
    if (!std::isnan(number)) numbers.insert(number);
  }
  Packet packet;
  packet.put(static_cast<Index>(words.size()));
  for (const std::string& word : words) packet.put(word);
  packet.put(static_cast<Index>(numbers.size()));
  for (const double number : numbers) packet.put(number);
  for (const std::string& text : gather_texts(team, to_text(packet))) {
    Unpacking from(std::as_bytes(std::span<const char>(text)));
    for (auto left = from.take<Index>(); left > 0; --left) words.insert(from.take_text());
    for (auto left = from.take<Index>(); left > 0; --left) numbers.insert(from.take<double>());
  }
  words.erase("");
  RawTargets united{.numbers = Vector(static_cast<Index>(numbers.size())),
                    .words = {words.begin(), words.end()}};
  std::copy(numbers.begin(), numbers.end(), united.numbers.begin());
  if (!united.words.empty()) united.numbers.resize(0);
  return united;
}

}  // namespace acgd::problem
