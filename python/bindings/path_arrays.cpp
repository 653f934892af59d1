#include "bindings/path_arrays.hpp"

#include "bindings/arrays.hpp"

namespace acgd::python {
namespace {

using Fits = std::vector<PathFit>;

/// An array of `get` of each fit.
template <class Get>
auto each(const Fits& fits, const Get& get) {
  py::array_t<std::decay_t<decltype(get(fits[0]))>> array(static_cast<py::ssize_t>(fits.size()));
  auto* out = array.mutable_data();
  for (const PathFit& fit : fits) *out++ = get(fit);
  return array;
}

/// Scores along the path, by name.
py::dict scores(const Fits& fits, Scores PathFit::*member) {
  py::dict dict;
  if (fits.empty()) return dict;
  const Scores& first = fits[0].*member;
  for (std::size_t k = 0; k < first.size(); ++k) {
    const py::str name(first[k].first);
    dict[name] = each(fits, [&](const PathFit& fit) {
      const Scores& all = fit.*member;
      return k < all.size() ? all[k].second : std::numeric_limits<double>::quiet_NaN();
    });
  }
  return dict;
}

/// Column starts, rows and values of the coefficients of all radii.
py::tuple coefficients(const Fits& fits) {
  std::vector<std::int64_t> starts = {0};
  std::vector<std::int32_t> rows;
  std::vector<double> values;
  for (const PathFit& fit : fits) {
    for (Index k = 0; k < fit.coefficients.outerSize(); ++k) {
      for (SparseMatrix::InnerIterator entry(fit.coefficients, k); entry; ++entry) {
        rows.push_back(static_cast<std::int32_t>(entry.row()));
        values.push_back(entry.value());
      }
      starts.push_back(static_cast<std::int64_t>(values.size()));
    }
  }
  const auto array = [](const auto& all) {
    return py::array_t<std::decay_t<decltype(all[0])>>(static_cast<py::ssize_t>(all.size()),
                                                       all.data());
  };
  return py::make_tuple(array(starts), array(rows), array(values));
}

/// A row per radius; 0 without an intercept.
py::array_t<double> intercepts(const Fits& fits, Index outputs) {
  Matrix all = Matrix::Zero(static_cast<Index>(fits.size()), outputs);
  for (std::size_t i = 0; i < fits.size(); ++i) {
    if (fits[i].intercept.size() != 0) all.row(static_cast<Index>(i)) = fits[i].intercept;
  }
  return to_array(std::move(all));
}

py::dict counts(const Counts& counts) {
  py::dict dict;
  dict["iterations"] = counts.iterations;
  dict["gradients"] = counts.gradients;
  dict["oracle_calls"] = counts.oracle_calls;
  dict["trials"] = counts.trials;
  return dict;
}

}  // namespace

py::dict to_dict(const Path& path, Index outputs) {
  const Fits& fits = path.fits;
  py::dict dict;
  dict["radii"] = each(fits, [](const PathFit& fit) { return fit.radius; });
  dict["lambdas"] = each(fits, [](const PathFit& fit) { return fit.penalty; });
  dict["bic"] = each(fits, [](const PathFit& fit) { return fit.bic; });
  dict["coefficients"] = coefficients(fits);
  dict["intercepts"] = intercepts(fits, outputs);
  dict["nonzeros"] = each(fits, [](const PathFit& fit) { return std::int64_t{fit.nonzeros}; });
  dict["loss"] = each(fits, [](const PathFit& fit) { return fit.loss; });
  dict["explained"] = each(fits, [](const PathFit& fit) { return fit.explained; });
  dict["gap"] = each(fits, [](const PathFit& fit) { return fit.gap; });
  dict["oracle_calls"] = each(fits, [](const PathFit& fit) { return fit.counts.oracle_calls; });
  dict["scores"] = scores(fits, &PathFit::scores);
  dict["held_out_loss"] = each(fits, [](const PathFit& fit) { return fit.held_out_loss; });
  dict["held_out_error"] = each(fits, [](const PathFit& fit) { return fit.held_out_error; });
  dict["held_out_scores"] = scores(fits, &PathFit::held_out_scores);
  dict["held_out_errors"] = scores(fits, &PathFit::held_out_errors);
  std::vector<std::string> statuses;
  for (const PathFit& fit : fits) statuses.emplace_back(to_string(fit.status));
  dict["status"] = statuses;
  dict["is_converged"] = each(fits, [](const PathFit& fit) { return is_converged(fit.status); });
  dict["best"] = path.best;
  dict["one_standard_error"] = path.one_standard_error;
  dict["lowest_bic"] = path.lowest_bic;
  dict["end"] = std::string(to_string(path.end));
  dict["ends_too_soon"] = path.ends_too_soon();
  dict["is_no_better_than_null"] = path.is_no_better_than_null();
  dict["loss_without_features"] = path.loss_without_features;
  dict["held_out_loss_without_features"] = path.held_out_loss_without_features;
  dict["counts"] = counts(path.counts);
  dict["seconds"] = path.seconds;
  return dict;
}

}  // namespace acgd::python
