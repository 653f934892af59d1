#include "app/data/convert.hpp"

#include <fmt/format.h>

#include "acgd/core/error.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/outputs.hpp"
#include "app/commands/streams.hpp"
#include "app/data/sample_file.hpp"

namespace acgd::commands {

namespace {

/// acgd convert: samples into a file that runs map instead of reading it.
class Convert final : public Command {
 public:
  std::string name() const override { return "convert"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  int check() const;
  Paths check_paths() const;

  std::vector<std::string> files_;
  spec::DataSource source_;
  std::string format_;
  Index blocks_ = 0;
  bool check_ = false, quiet_ = false;
};

std::string shown_bytes(std::uint64_t bytes) {
  if (bytes < 10'000'000) return fmt::format("{} bytes", bytes);
  return fmt::format("{:.0f} MB", static_cast<double>(bytes) / 1e6);
}

}  // namespace

void Convert::add_to(Parser& parser) {
  Arguments arguments =
      parser.add_command(name(), "put samples into a file that is mapped instead of read");
  arguments.add("files", files_,
                {"IN OUT",
                 "samples (LIBSVM, .npy, .mtx, .csv, .tsv; gz too; - is standard input) and the "
                 "file to be made, NAME.acgd",
                 true});
  arguments.add("--format", format_,
                {"csv|tsv|npy|mtx|libsvm|text", "of IN, where its name does not say"});
  arguments.add("--targets", source_.targets,
                {"FILE",
                 "what the samples should predict; else labels of LIBSVM, or a column of the "
                 "table"});
  arguments.add("--target-column", source_.choices.target_column,
                {"NAME|INDEX",
                 "the column of a table that the others should predict: by name, or from 1, and "
                 "from -1 from the end; the last one unless given"});
  arguments.add("--features", source_.features,
                {"N", "number of features, where the file does not show them all", false, 1});
  arguments.add("--weights", source_.choices.weights,
                {"FILE|COLUMN",
                 "how much each sample counts: a column of the table, by name or number, or a "
                 "vector file"});
  arguments.add("--missing", source_.choices.missing,
                {"refuse|drop|mean",
                 "cells that are empty, NA, NaN, ? or null: leave such samples out, or put the "
                 "mean of the column there"});
  arguments.add(
      "--blocks", blocks_,
      {"N", "number of blocks of samples; by default that of a run under mpirun", false, 1});
  arguments.add_flag("--check", check_,
                     "read FILE.acgd, the only word then, and see whether it is undamaged");
  arguments.add_flag("--quiet", quiet_, "print nothing");
}

int Convert::check() const {
  if (files_.size() != 1) {
    throw InvalidInput(
        "check", fmt::format("{} files are named, must be one: acgd convert --check FILE.acgd",
                             files_.size()));
  }
  const data::SampleFile file(files_[0]);
  file.check();
  if (!quiet_) {
    print(stdout, "{}: {} samples of {} features in {} blocks, undamaged\n", files_[0],
          file.samples(), file.columns(), file.block_count());
  }
  return exit_code::usable;
}

Paths Convert::check_paths() const {
  Paths paths;
  paths.read("IN", source_.data);
  paths.read("--targets", source_.targets);
  paths.read("--weights", spec::file_of_weights(source_.choices.weights));
  paths.write("OUT", files_[1]);
  paths.check();
  check_replaced_output("OUT", files_[1]);
  return paths;
}

int Convert::run(const Context& context) {
  if (check_) return check();
  if (files_.size() != 2) {
    throw InvalidInput(fmt::format(
        "{} given, must be two: acgd convert IN OUT",
        files_.size() == 1 ? "one file is" : fmt::format("{} files are", files_.size())));
  }
  const std::filesystem::path output = files_[1];
  if (output.extension() != ".acgd") {
    throw InvalidInput("OUT", files_[1], "must end in .acgd, so that others know what it is");
  }
  source_.data = files_[0];
  source_.format = data::to_format("format", format_);
  source_.labels = spec::Labels::classes;  // words are kept
  const Paths paths = check_paths();
  tell_where_to_fetch(source_.data);
  spec::Converted made;
  {
    ProgressLine progress(quiet_);
    const auto go_on = [&](const std::string& text) {
      progress.show([&] { return fmt::format("{}: {}", files_[1], text); });
      return !context.interrupt.stop_requested();
    };
    try {
      made =
          spec::convert({.samples = source_, .output = output, .blocks = blocks_, .go_on = go_on});
    } catch (const InvalidInput& error) {
      // "data" is the positional argument IN here.
      throw error.argument() == "data" ? error.with_argument("IN") : error;
    }
  }
  if (!made.is_complete) return exit_code::interrupted;
  if (!quiet_) {
    print(paths.text(), "{}: {}, {} blocks, {}\n", files_[1], made.size, made.blocks,
          shown_bytes(made.bytes));
  }
  return exit_code::usable;
}

std::unique_ptr<Command> make_convert() { return std::make_unique<Convert>(); }

}  // namespace acgd::commands
