// Communication through mpi4py. Not linked to MPI: methods of mpi4py transfer the bytes.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "acgd/core/error.hpp"
#include "acgd/parallel/reduction.hpp"
#include "bindings/handles.hpp"
#include "bindings/lock.hpp"
#include "bindings/module.hpp"

namespace acgd::python {
namespace {

/// Team of an mpi4py communicator. Its methods are compiled: no Python signal handler runs inside
/// them.
class PythonTeam final : public Team {
 public:
  /// MPI's counts are ints: no message is longer than `most_bytes`.
  PythonTeam(py::object communicator, py::object byte, int tag, Index most_bytes)
      : rank_(communicator.attr("Get_rank")().cast<int>()),
        size_(communicator.attr("Get_size")().cast<int>()),
        tag_(tag),
        most_bytes_(most_bytes),
        byte_(std::move(byte)),
        communicator_(std::move(communicator)) {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  void gather(std::span<const std::byte> mine, std::span<const Index> counts,
              std::span<std::byte> all) const override;
  void exchange(std::span<const std::byte> out, std::span<const Index> out_counts,
                std::span<std::byte> in, std::span<const Index> in_counts) const override;

 private:
  /// A message in mpi4py's format.
  py::list message(const std::byte* data, Index count) const {
    py::list parts;
    static const std::byte nothing{};
    parts.append(py::memoryview::from_memory(const_cast<std::byte*>(count > 0 ? data : &nothing),
                                             static_cast<py::ssize_t>(count)));
    parts.append(byte_);
    return parts;
  }
  /// Calls work(message) for parts of at most `most_bytes`.
  template <class Work>
  void cut(const std::byte* data, Index bytes, const Work& work) const {
    for (Index first = 0; first < bytes; first += most_bytes_) {
      work(message(data + first, std::min(most_bytes_, bytes - first)));
    }
  }

  int rank_;
  int size_;
  int tag_;
  Index most_bytes_;
  py::object byte_;
  py::object communicator_;
};

void PythonTeam::gather(std::span<const std::byte> mine, std::span<const Index> counts,
                        std::span<std::byte> all) const {
  const Locked lock;
  const Index total = std::reduce(counts.begin(), counts.end(), Index{0});
  if (total <= most_bytes_) {
    py::list from = message(mine.data(), static_cast<Index>(mine.size()));
    py::list to = message(all.data(), total);
    py::list sizes;
    for (const Index count : counts) sizes.append(count);
    to.insert(1, sizes);
    communicator_.attr("Allgatherv")(from, to);
    return;
  }
  std::byte* to = all.data();
  for (int r = 0; r < size_; ++r) {
    const Index bytes = counts[r];
    if (r == rank_ && bytes > 0) std::memcpy(to, mine.data(), static_cast<std::size_t>(bytes));
    cut(to, bytes, [&](const py::list& piece) { communicator_.attr("Bcast")(piece, r); });
    to += bytes;
  }
}

void PythonTeam::exchange(std::span<const std::byte> out, std::span<const Index> out_counts,
                          std::span<std::byte> in, std::span<const Index> in_counts) const {
  const Locked lock;
  py::list requests;
  std::byte* to = in.data();
  std::byte* to_me = to;
  for (int r = 0; r < size_; ++r) {
    const Index bytes = in_counts[r];
    if (r == rank_) {
      to_me = to;
    } else {
      cut(to, bytes, [&](const py::list& piece) {
        requests.append(communicator_.attr("Irecv")(piece, r, tag_));
      });
    }
    to += bytes;
  }
  const std::byte* from = out.data();
  for (int r = 0; r < size_; ++r) {
    const Index bytes = out_counts[r];
    if (r != rank_) {
      cut(from, bytes, [&](const py::list& piece) {
        requests.append(communicator_.attr("Isend")(piece, r, tag_));
      });
    } else if (bytes > 0) {
      std::memcpy(to_me, from, static_cast<std::size_t>(bytes));
    }
    from += bytes;
  }
  for (const py::handle request : requests) request.attr("Wait")();
}

TeamHandle mpi4py_team(const py::object& communicator, const py::object& byte, int tag,
                       Index most_bytes) {
  // Python objects are freed under the lock.
  return {std::shared_ptr<const Team>(new PythonTeam(communicator, byte, tag, most_bytes),
                                      [](const Team* kept) {
                                        const Locked lock;
                                        delete kept;
                                      })};
}

std::pair<Index, Index> row_range(Index samples, const TeamHandle& h, Index blocks) {
  const Reduction reduction(samples, blocks > 0 ? blocks : Reduction::shared_count(samples),
                            h.team);
  const Reduction::Range own = reduction.samples_of(h.team->rank());
  return {own.first, own.last};
}

}  // namespace

void add_ranks(py::module_& module) {
  py::class_<TeamHandle>(module, "Team", "Processes that run one loop.")
      .def_property_readonly("rank", [](const TeamHandle& h) { return h.team->rank(); })
      .def_property_readonly("size", [](const TeamHandle& h) { return h.team->size(); });
  module.def("mpi4py_team", &mpi4py_team, py::arg("communicator"), py::arg("byte"), py::arg("tag"),
             py::arg("most_bytes"), "The ranks of a communicator.");
  module.def("row_range", &row_range, py::arg("samples"), py::arg("team"), py::arg("blocks"),
             "The range of samples of this rank: begin and end.");
}

}  // namespace acgd::python
