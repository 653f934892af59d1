#include "app/data/distribute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include "acgd/core/error.hpp"

namespace acgd::spec {

namespace {

constexpr std::size_t kEntry = sizeof(int) + sizeof(double);

std::size_t column_bytes(Reduction::Range range) {
  return static_cast<std::size_t>(range.size()) * sizeof(double);
}

/// Appends rows that end where `ends` says, counted from `start`. Returns where their entries begin.
int append(SparseRows& rows, Index first, std::span<const int> ends, int start) {
  int* to = rows.outerIndexPtr() + first;
  const int before = *to;
  for (const int end : ends) *++to = before + end - start;
  rows.data().resize(static_cast<std::size_t>(*to));
  return before;
}

}  // namespace

Index count_entries(const SparseRows& rows, Reduction::Range range) {
  return rows.outerIndexPtr()[range.last] - rows.outerIndexPtr()[range.first];
}

void put_rows(Message& packet, const Matrix& rows, Reduction::Range range) {
  for (Index j = 0; j < rows.cols(); ++j) {
    packet.put(rows.col(j).data() + range.first, column_bytes(range));
  }
}

void put_rows(Message& packet, const SparseRows& rows, Reduction::Range range) {
  const int* starts = rows.outerIndexPtr() + range.first;
  const auto entries = static_cast<std::size_t>(count_entries(rows, range));
  packet.put(starts, static_cast<std::size_t>(range.size() + 1) * sizeof(int));
  packet.put(rows.innerIndexPtr() + *starts, entries * sizeof(int));
  packet.put(rows.valuePtr() + *starts, entries * sizeof(double));
}

std::size_t size_of_rows(const Matrix& rows, Reduction::Range range) {
  return static_cast<std::size_t>(rows.cols()) * column_bytes(range);
}

std::size_t size_of_rows(const SparseRows& rows, Reduction::Range range) {
  return static_cast<std::size_t>(range.size() + 1) * sizeof(int) +
         static_cast<std::size_t>(count_entries(rows, range)) * kEntry;
}

void take_rows(Unpacking& from, Reduction::Range to, Matrix& rows) {
  for (Index j = 0; j < rows.cols(); ++j) {
    from.take(rows.col(j).data() + to.first, column_bytes(to));
  }
}

void take_rows(Unpacking& from, Reduction::Range to, SparseRows& rows) {
  std::vector<int> starts(static_cast<std::size_t>(to.size()) + 1);
  from.take(starts.data(), starts.size() * sizeof(int));
  const int begin = append(rows, to.first, std::span(starts).subspan(1), starts.front());
  const auto entries = static_cast<std::size_t>(starts.back() - starts.front());
  from.take(rows.innerIndexPtr() + begin, entries * sizeof(int));
  from.take(rows.valuePtr() + begin, entries * sizeof(double));
}

void copy_rows(const Matrix& from, Reduction::Range range, Index first, Matrix& rows) {
  rows.middleRows(first, range.size()) = from.middleRows(range.first, range.size());
}

void copy_rows(const SparseRows& from, Reduction::Range range, Index first, SparseRows& rows) {
  const int* starts = from.outerIndexPtr() + range.first;
  const auto ends = std::span(starts, static_cast<std::size_t>(range.size()) + 1).subspan(1);
  const int begin = append(rows, first, ends, *starts);
  const Index entries = count_entries(from, range);
  std::copy_n(from.innerIndexPtr() + *starts, entries, rows.innerIndexPtr() + begin);
  std::copy_n(from.valuePtr() + *starts, entries, rows.valuePtr() + begin);
}

void begin_rows(const Matrix& from, Index count, Index, Matrix& rows) {
  rows.resize(count, from.cols());
}

// By a swap: Eigen copies a sparse matrix that is moved, and keeps the memory of one that is assigned to.
void begin_rows(const SparseRows& from, Index count, Index bytes, SparseRows& rows) {
  SparseRows begun(count, from.cols());
  begun.data().reserve(static_cast<std::size_t>(from.nonZeros()) +
                       static_cast<std::size_t>(bytes) / kEntry);
  rows.swap(begun);
}

namespace {

/// All but the samples.
std::string frame_text(const data::Dataset& raw) {
  Message packet;
  packet.put(raw.sparse() != nullptr);
  packet.put(raw.is_libsvm);
  packet.put(raw.columns.count);
  packet.put(static_cast<Index>(raw.columns.names.size()));
  for (const std::string& name : raw.columns.names) packet.put(name);
  packet.put(static_cast<Index>(raw.roles.size()));
  packet.put(raw.roles.data(), raw.roles.size() * sizeof(data::ColumnRole));
  return packet.text();
}

void take_frame(const std::string& text, data::Dataset& raw) {
  Unpacking from(std::as_bytes(std::span<const char>(text)));
  const bool is_sparse = from.take<bool>();
  if (is_sparse && raw.dense() != nullptr) raw.features = std::make_shared<SparseMatrix>();
  raw.is_libsvm = from.take<bool>();
  raw.columns.count = from.take<Index>();
  raw.columns.names.resize(static_cast<std::size_t>(from.take<Index>()));
  for (std::string& name : raw.columns.names) name = from.take_text();
  raw.roles.resize(static_cast<std::size_t>(from.take<Index>()));
  from.take(raw.roles.data(), raw.roles.size() * sizeof(data::ColumnRole));
}

/// Which of them the samples have, on any rank.
struct Fields {
  bool numbers = false;
  bool words = false;
  bool weights = false;

  Fields(const data::Dataset& raw, const Team& team) {
    const auto any =
        add_numbers(team, {raw.targets.numbers.size(), static_cast<Index>(raw.targets.words.size()),
                           raw.weights.size()});
    numbers = any[0] > 0, words = any[1] > 0, weights = any[2] > 0;
  }
};

/// Those of words, if there are none here yet.
void put_into_words(data::Targets& targets) {
  if (!targets.words.empty()) return;
  for (const double number : targets.numbers) {
    targets.words.push_back(std::isnan(number) ? "" : data::class_name(number));
  }
  targets.numbers.resize(0);
}

/// What this rank has to send, by the rows that it has and those that the others shall have.
struct Sending {
  Message packet = {};
  std::vector<Index> bytes = {};  ///< for each rank
  Reduction::Range stays = {};    ///< here
};

template <class Rows>
void pack(const data::Dataset& raw, const Fields& fields, const Rows& rows, Reduction::Range range,
          Message& packet) {
  packet.put(range.size());
  put_rows(packet, rows, range);
  const std::size_t bytes = static_cast<std::size_t>(range.size()) * sizeof(double);
  if (fields.numbers) packet.put(raw.targets.numbers.data() + range.first, bytes);
  if (fields.weights) packet.put(raw.weights.data() + range.first, bytes);
  for (Index i = range.first; i < range.last && fields.words; ++i) {
    packet.put(raw.targets.words[i]);
  }
}

/// Those of the `count` rows here that belong to each of the ranks.
std::vector<Reduction::Range> owned_rows(const Reduction& reduction, Index count) {
  const std::vector<Index> counts = gather_numbers(reduction.team(), count);
  const Index before =
      std::reduce(counts.begin(), counts.begin() + reduction.team().rank(), Index{0});
  std::vector<Reduction::Range> owned;
  for (int rank = 0; rank < reduction.team().size(); ++rank) {
    const Reduction::Range all = reduction.samples_of(rank);
    const Index first = std::clamp(all.first - before, Index{0}, count);
    owned.push_back({first, std::clamp(all.last - before, first, count)});
  }
  return owned;
}

/// Rows of other ranks may make too many together for one that has room for its own.
void check_entries(const SparseRows& rows, std::span<const Reduction::Range> owned,
                   const Team& team, const DistributionLimits& limits) {
  std::vector<Index> entries;
  for (const Reduction::Range range : owned) entries.push_back(count_entries(rows, range));
  entries = add_numbers(team, entries);
  const auto most = std::max_element(entries.begin(), entries.end());
  if (*most <= limits.entries) return;
  throw InvalidInput(
      "data", limits.data,
      fmt::format("{} non-zeros belong to rank {} of {}, must be at most {}: run more ranks", *most,
                  most - entries.begin(), team.size(), limits.entries));
}

template <class Rows>
Sending pack(const data::Dataset& raw, const Fields& fields, const Rows& rows,
             std::span<const Reduction::Range> owned, std::size_t own_rank) {
  Sending sending{.stays = owned[own_rank]};
  sending.packet.reserve(size_of_rows(rows, {0, raw.count()}) - size_of_rows(rows, sending.stays));
  std::size_t before = 0;
  for (std::size_t rank = 0; rank < owned.size(); ++rank) {
    if (rank != own_rank && owned[rank].size() > 0) {
      pack(raw, fields, rows, owned[rank], sending.packet);
    }
    sending.bytes.push_back(static_cast<Index>(sending.packet.bytes().size() - before));
    before = sending.packet.bytes().size();
  }
  return sending;
}

/// From `first` on. Returns where it ends.
template <class Rows>
Index unpack(std::span<const std::byte> bytes, const Fields& fields, Index first,
             data::Dataset& raw, Rows& rows) {
  Unpacking from(bytes);
  while (!from.is_empty()) {
    const auto count = from.take<Index>();
    take_rows(from, {first, first + count}, rows);
    const std::size_t numbers = static_cast<std::size_t>(count) * sizeof(double);
    if (fields.numbers) from.take(raw.targets.numbers.data() + first, numbers);
    if (fields.weights) from.take(raw.weights.data() + first, numbers);
    for (Index i = first; i < first + count && fields.words; ++i) {
      raw.targets.words[i] = from.take_text();
    }
    first += count;
  }
  return first;
}

/// What comes to this rank, and what stays.
struct Receiving {
  std::span<const std::byte> lower;   ///< from ranks below
  std::span<const std::byte> higher;  ///< from those above
  Reduction::Range stays;
};

template <class Rows>
void join(const Receiving& receiving, const Fields& fields, Index count, data::Dataset& raw,
          Rows& rows) {
  const Reduction::Range stays = receiving.stays;
  Rows here;
  here.swap(rows);
  const data::Targets targets = std::move(raw.targets);
  const Vector weights = std::move(raw.weights);
  begin_rows(here, count, std::ssize(receiving.lower) + std::ssize(receiving.higher), rows);
  raw.targets.numbers.resize(fields.numbers ? count : 0);
  raw.targets.words.resize(fields.words ? static_cast<std::size_t>(count) : 0);
  raw.weights.resize(fields.weights ? count : 0);
  const Index first = unpack(receiving.lower, fields, 0, raw, rows);
  copy_rows(here, stays, first, rows);
  const auto copy = [&](const auto& from, auto& to) {
    std::copy(from.begin() + stays.first, from.begin() + stays.last, to.begin() + first);
  };
  if (fields.numbers) copy(targets.numbers, raw.targets.numbers);
  if (fields.words) copy(targets.words, raw.targets.words);
  if (fields.weights) copy(weights, raw.weights);
  unpack(receiving.higher, fields, first + stays.size(), raw, rows);
}

template <class Rows>
void deal_rows(data::Dataset& raw, Rows& rows, const Reduction& reduction,
               const DistributionLimits& limits) {
  const Team& team = reduction.team();
  const Fields fields(raw, team);
  const std::vector<Reduction::Range> owned = owned_rows(reduction, raw.count());
  if constexpr (std::is_same_v<Rows, SparseRows>) check_entries(rows, owned, team, limits);
  Sending sending = pack(raw, fields, rows, owned, static_cast<std::size_t>(team.rank()));
  // Each rank hears from the others how much is to come.
  std::vector<Index> coming;
  for (int rank = 0; rank < team.size(); ++rank) {
    const auto of_rank = gather_numbers(team, sending.bytes[rank]);
    if (rank == team.rank()) coming = of_rank;
  }
  const Index lower = std::reduce(coming.begin(), coming.begin() + team.rank(), Index{0});
  const Index total = std::reduce(coming.begin(), coming.end(), Index{0});
  std::vector<std::byte> received(static_cast<std::size_t>(total));
  team.exchange(sending.packet.bytes(), sending.bytes, received, coming);
  sending.packet = {};  // has been sent, and need not be there twice
  const std::span<const std::byte> all(received);
  const auto middle = static_cast<std::size_t>(lower);
  join({all.first(middle), all.subspan(middle), sending.stays}, fields, reduction.size(), raw,
       rows);
}

}  // namespace

void merge(data::Dataset& raw, const Team& team) {
  if (team.size() == 1) return;
  take_frame(broadcast(team, frame_text(raw)), raw);
  if (Fields(raw, team).words) put_into_words(raw.targets);
  const std::vector<Index> features = gather_numbers(team, raw.feature_count());
  const Index most = *std::max_element(features.begin(), features.end());
  if (SparseMatrix* sparse = raw.sparse()) {
    sparse->conservativeResize(sparse->rows(), most);
  } else if (raw.count() == 0) {
    raw.dense()->resize(0, most);
  }
}

void deal(data::Dataset& raw, const Reduction& reduction, const DistributionLimits& limits) {
  if (reduction.team().size() == 1) return;
  if (SparseMatrix* sparse = raw.sparse()) {
    SparseRows rows = *sparse;
    raw.features = std::make_shared<Matrix>(rows.rows(), 0);
    deal_rows(raw, rows, reduction, limits);
    raw.features = std::make_shared<SparseMatrix>(rows);
  } else {
    Matrix rows = std::move(*raw.dense());
    raw.features = std::make_shared<Matrix>(rows.rows(), 0);
    deal_rows(raw, rows, reduction, limits);
    raw.features = std::make_shared<Matrix>(std::move(rows));
  }
}

data::Targets merged_targets(const data::Targets& own, const Team& team) {
  if (team.size() == 1) return own;
  std::set<std::string> words(own.words.begin(), own.words.end());
  std::set<double> numbers;
  for (const double number : own.numbers) {
    if (!std::isnan(number)) numbers.insert(number);
  }
  Message packet;
  packet.put(static_cast<Index>(words.size()));
  for (const std::string& word : words) packet.put(word);
  packet.put(static_cast<Index>(numbers.size()));
  for (const double number : numbers) packet.put(number);
  for (const std::string& text : gather_texts(team, packet.text())) {
    Unpacking from(std::as_bytes(std::span<const char>(text)));
    for (auto left = from.take<Index>(); left > 0; --left) words.insert(from.take_text());
    for (auto left = from.take<Index>(); left > 0; --left) numbers.insert(from.take<double>());
  }
  words.erase("");
  data::Targets merged{.numbers = Vector(static_cast<Index>(numbers.size())),
                       .words = {words.begin(), words.end()}};
  std::copy(numbers.begin(), numbers.end(), merged.numbers.begin());
  if (!merged.words.empty()) merged.numbers.resize(0);
  return merged;
}

}  // namespace acgd::spec
