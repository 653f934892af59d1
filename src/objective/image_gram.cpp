#include "objective/image_gram.hpp"

#include <algorithm>

#include "linalg/gram_tiles.hpp"

namespace acgd {
namespace {

// Maximum number of entries of a panel (16 MB).
constexpr Index kPanelEntries = Index{1} << 21;
// The same for coupled outputs (32 MB), but at least one piece of each image.
constexpr Index kCoupledEntries = Index{1} << 22;
// Number of samples multiplied together. The division into pieces determines the rounding of sums,
// so it must not depend on the atoms.
constexpr Index kSamplesAtOnce = kernels::kGramRows;

// Costs, in bytes read from memory in the same time: one multiplication of a blocked product, one
// product of two list entries, sorting one list entry into its row.
constexpr double kBytesPerMultiplication = 0.5;
constexpr double kBytesPerPair = 8;
constexpr double kBytesPerListed = 24;
// One entry of M times a vector.
constexpr double kBytesPerRoot = 48;

// Number of row entries multiplied at once: rows are padded with zeros to a multiple of it.
constexpr std::size_t kAtOnce = 4;

std::size_t filled_up(std::size_t count) { return (count + kAtOnce - 1) / kAtOnce * kAtOnce; }

// Sorting one entry takes as long as reading this number of rows.
constexpr std::size_t kRowsPerSorted = 16;

Index panel_rows(Index columns) {
  return std::max(Index{1}, kPanelEntries / columns / kernels::kGramRows) * kernels::kGramRows;
}

/// h(i, j) = h(j, i) = 0 for every j >= known and every i
void clear_new(Index known, Index count, Matrix& h) {
  h.block(0, known, count, count - known).setZero();
  h.block(known, 0, count - known, known).setZero();
}

}  // namespace

// Gram matrix H = V'V of the vectors V_i = sqrt(D) A a_i, for the columns j >= known:
//  1. sort_out(): divide the images into short lists of entries (LinearMap::append_image) and
//     vectors.
//  2. gather_rows(): transpose the lists, times sqrt(D), into rows of (atom, value): by counting
//     sort, or by std::sort if entries are few.
//  3. add_lists(): per row, add the outer product of its entries to H (a sparse V'V by rows).
//  4. add_panels(): gather the vectors into panels, of 16 MB if the images can be read piecewise,
//     and add blocked products (Golub and Van Loan, Matrix Computations, ch. 1).
//     add_mixed(): add the products of lists with the vectors of the panel.
//  5. mirror(): copy the computed triangle to the other one.
// The order of summation is that of the rows, for any set of atoms.
void ImageGram::compute(std::span<const Term> terms, Index known, ConstVectorRef roots,
                        MapImages& images, Matrix& h) {
  const Index count = static_cast<Index>(terms.size());
  if (known >= count) return;
  sort_out(terms, images);
  clear_new(known, count, h);
  if (!listed_.empty()) {
    gather_rows(known, roots);
    add_lists(known, h);
  }
  if (!dense_.empty()) add_panels(terms, known, roots, images, h);
  mirror(known, h);
}

void ImageGram::sort_out(std::span<const Term> terms, const MapImages& images) {
  listed_.clear(), dense_.clear(), dense_terms_.clear(), is_list_.clear();
  lists_.clear();
  starts_.assign(1, 0);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const bool is_list = images.append(terms[i], lists_);
    is_list_.push_back(is_list ? 1 : 0);
    if (is_list) {
      listed_.push_back(static_cast<Index>(i));
      starts_.push_back(lists_.size());
    } else {
      dense_.push_back(static_cast<Index>(i));
      dense_terms_.push_back(terms[i]);
    }
  }
}

// Lists are added in order of their positions, so that positions ascend in each row.
void ImageGram::gather_rows(Index known, ConstVectorRef roots) {
  rows_.clear();
  if (kRowsPerSorted * lists_.size() < static_cast<std::size_t>(roots.size())) {
    sort_rows(roots);
    return;
  }
  make_room(known, roots);
  for (std::size_t l = 0; l < listed_.size(); ++l) {
    const int position = static_cast<int>(listed_[l]);
    for (std::size_t k = starts_[l]; k < starts_[l + 1]; ++k) {
      const int number = number_of_row_[lists_.places[k]];
      if (number < 0) continue;
      Row& row = rows_[number];
      put(row, position, roots[row.row] * lists_.values[k]);
    }
  }
  for (const Row& row : rows_) {
    for (std::size_t k = row.end; k % kAtOnce != 0; ++k) entries_[k] = {};
  }
}

// Several columns of one atom may have an entry in the same row.
void ImageGram::put(Row& row, int position, double value) {
  if (row.end > row.start && entries_[row.end - 1].position == position) {
    entries_[row.end - 1].value += value;
  } else {
    entries_[row.end++] = {position, value};
  }
}

void ImageGram::make_room(Index known, ConstVectorRef roots) {
  constexpr int kUnwanted = -1;
  const auto first_new = static_cast<std::size_t>(
      std::lower_bound(listed_.begin(), listed_.end(), known) - listed_.begin());
  // Products with vectors need all rows of a list.
  number_of_row_.assign(static_cast<std::size_t>(roots.size()), dense_.empty() ? kUnwanted : 0);
  for (std::size_t k = starts_[first_new]; k < lists_.size(); ++k) {
    number_of_row_[lists_.places[k]] = 0;
  }
  for (Index i = 0; i < roots.size(); ++i) {
    int& number = number_of_row_[i];
    if (number == kUnwanted || roots[i] == 0) {
      number = kUnwanted;
    } else {
      number = static_cast<int>(rows_.size());
      rows_.push_back({i, 0, 0});
    }
  }
  for (const int place : lists_.places) {
    const int number = number_of_row_[place];
    if (number >= 0) ++rows_[number].end;
  }
  std::size_t start = 0;
  for (Row& row : rows_) {
    row.start = start;
    start += filled_up(row.end);
    row.end = row.start;
  }
  entries_.resize(start);
}

void ImageGram::sort_rows(ConstVectorRef roots) {
  constexpr int kBits = 32;
  entries_.clear();
  keys_.clear();
  for (std::size_t k = 0; k < lists_.size(); ++k) {
    keys_.push_back(static_cast<std::uint64_t>(lists_.places[k]) << kBits | k);
  }
  std::sort(keys_.begin(), keys_.end());
  entries_.reserve(kAtOnce * keys_.size());
  for (const std::uint64_t key : keys_) {
    const auto i = static_cast<Index>(key >> kBits);
    const auto k = static_cast<std::size_t>(key & ((std::uint64_t{1} << kBits) - 1));
    if (rows_.empty() || rows_.back().row != i) {
      rows_.push_back({i, entries_.size(), entries_.size()});
    }
    const auto l = std::upper_bound(starts_.begin(), starts_.end(), k) - starts_.begin() - 1;
    Row& row = rows_.back();
    entries_.resize(row.start + filled_up(row.end + 1 - row.start));
    put(row, static_cast<int>(listed_[l]), roots[i] * lists_.values[k]);
  }
}

// Whole groups of kAtOnce entries are multiplied. Products below the diagonal are
// overwritten by mirror().
void ImageGram::add_lists(Index known, Matrix& h) const {
  const Index stride = h.rows();
  for (const Row& row : rows_) {
    const RowEntry* begin = entries_.data() + row.start;
    const RowEntry* end = entries_.data() + row.end;
    const RowEntry* right = std::find_if(
        begin, end, [known](const RowEntry& entry) { return entry.position >= known; });
    for (; right < end; ++right) {
      double* column = h.data() + right->position * stride;
      const double value = right->value;
      for (const RowEntry* left = begin; left <= right; left += kAtOnce) {
        column[left[0].position] += left[0].value * value;
        column[left[1].position] += left[1].value * value;
        column[left[2].position] += left[2].value * value;
        column[left[3].position] += left[3].value * value;
      }
    }
  }
}

void ImageGram::add_panels(std::span<const Term> terms, Index known, ConstVectorRef roots,
                           MapImages& images, Matrix& h) {
  const Index rows = roots.size(), columns = static_cast<Index>(dense_.size());
  const bool in_pieces = images.are_at_hand(dense_terms_);
  const Index most = in_pieces ? std::min(rows, panel_rows(columns)) : rows;
  panel_.resize(static_cast<std::size_t>(most * columns));
  const Index known_columns =
      std::lower_bound(dense_.begin(), dense_.end(), known) - dense_.begin();
  for (Index first = 0; first < rows; first += most) {
    const Index count = std::min(most, rows - first);
    for (Index c = 0; c < columns; ++c) {
      images.copy_piece(terms[dense_[static_cast<std::size_t>(c)]], roots, first, first + count,
                        panel_.data() + c * count);
    }
    kernels::add_gram(kernels::DenseView<double>{panel_.data(), count, columns},
                      {known_columns, dense_.data()}, h);
    if (!listed_.empty()) add_mixed(known, first, count, h);
  }
}

void ImageGram::add_mixed(Index known, Index first, Index count, Matrix& h) const {
  const auto is_before = [](const Row& row, Index i) { return row.row < i; };
  const auto begin = std::lower_bound(rows_.begin(), rows_.end(), first, is_before);
  const auto end = std::lower_bound(begin, rows_.end(), first + count, is_before);
  for (std::size_t c = 0; c < dense_.size(); ++c) {
    double* column = h.col(dense_[c]).data();
    const double* vector = panel_.data() + static_cast<Index>(c) * count;
    const Index from = dense_[c] >= known ? 0 : known;
    for (auto row = begin; row != end; ++row) {
      const double value = vector[row->row - first];
      for (std::size_t k = row->start; k < row->end; ++k) {
        const RowEntry& entry = entries_[k];
        if (entry.position >= from) column[entry.position] += entry.value * value;
      }
    }
  }
}

// Products of two lists or two vectors are above the diagonal; those of a list and a vector are in
// the column of the vector.
void ImageGram::mirror(Index known, Matrix& h) const {
  const auto count = static_cast<Index>(is_list_.size());
  for (Index j = known; j < count; ++j) {
    const bool is_list = is_list_[j] != 0;
    for (Index i = 0; i < j; ++i) {
      const bool below = is_list && is_list_[i] == 0;
      below ? h(i, j) = h(j, i) : h(j, i) = h(i, j);
    }
  }
}

void ImageGram::compute_coupled(std::span<const Term> terms, Index known, const Loss& loss,
                                const Vector& d, MapImages& images, Matrix& h) {
  const auto count = static_cast<Index>(terms.size());
  if (known >= count) return;
  clear_new(known, count, h);
  const Index outputs = loss.outputs(), size = loss.size();
  const Index at_once = std::min(kSamplesAtOnce, size);
  const Index of_piece = at_once * outputs * count;
  const Index pieces = std::max(Index{1}, kCoupledEntries / of_piece);
  panel_.resize(static_cast<std::size_t>(of_piece * std::min(pieces, (size - 1) / at_once + 1)));
  for (Index start = 0; start < size; start += pieces * at_once) {
    const Index end = std::min(size, start + pieces * at_once);
    const auto for_each_piece = [&](auto&& visit) {
      double* panel = panel_.data();
      for (Index first = start; first < end; first += at_once, panel += of_piece) {
        const Index last = std::min(end, first + at_once);
        visit(first, last, (last - first) * outputs, panel);
      }
    };
    for (Index c = 0; c < count; ++c) {
      const double* image = images.of(terms[c]).data();
      for_each_piece([&](Index first, Index last, Index rows, double* panel) {
        loss.multiply_root(d, image, first, last, panel + c * rows);
      });
    }
    for_each_piece([&](Index, Index, Index rows, double* panel) {
      kernels::add_gram(kernels::DenseView<double>{panel, rows, count}, {known, nullptr}, h);
    });
  }
  is_list_.assign(terms.size(), 0);
  mirror(known, h);
}

double ImageGram::cost(std::span<const Term> terms, Index known, const LinearMap& map) {
  double vectors = 0, known_vectors = 0, entries = 0, known_entries = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const std::optional<Index> length = map.image_length(*terms[i].atom);
    const bool is_known = static_cast<Index>(i) < known;
    vectors += length ? 0 : 1;
    known_vectors += length || !is_known ? 0 : 1;
    entries += static_cast<double>(length.value_or(0));
    known_entries += is_known ? static_cast<double>(length.value_or(0)) : 0;
  }
  // Pairs of vectors, and pairs of list entries under the assumption that rows are evenly filled.
  const auto rows = static_cast<double>(map.rows());
  const double multiplications = rows * (vectors * vectors - known_vectors * known_vectors) / 2;
  const double pairs = (entries * entries - known_entries * known_entries) / (2 * rows) +
                       vectors * entries - known_vectors * known_entries;
  return kBytesPerMultiplication * multiplications + 2 * sizeof(double) * rows * vectors +
         kBytesPerPair * pairs + kBytesPerListed * entries;
}

double ImageGram::coupled_cost(std::span<const Term> terms, Index known, const LinearMap& map) {
  const auto count = static_cast<double>(terms.size());
  const auto rows = static_cast<double>(map.rows()), old = static_cast<double>(known);
  return kBytesPerMultiplication * rows * (count * count - old * old) / 2 +
         kBytesPerRoot * rows * count;
}

}  // namespace acgd
