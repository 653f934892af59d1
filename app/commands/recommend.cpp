#include "acgd/core/error.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/outputs.hpp"
#include "app/commands/streams.hpp"
#include "app/spec/ratings_model.hpp"

namespace acgd::commands {

namespace {

/// acgd recommend: the items with the highest predicted ratings of a user.
class Recommend final : public Command {
 public:
  std::string name() const override { return "recommend"; }
  void add_to(Parser& parser) override;
  int run(const Context& context) override;

 private:
  OutputPath model_, output_;
  std::optional<std::uint64_t> user_;
  Index top_ = 10;
  bool with_rated_ = false, no_clip_ = false;
};

}  // namespace

void Recommend::add_to(Parser& parser) {
  Arguments arguments =
      parser.add_command(name(), "recommend items to a user by a model of ratings");
  arguments.add("--model", model_,
                {"FILE", "model of ratings written by --model of acgd solve or acgd path", true});
  arguments.add("--user", user_, {"U", "user, as named in the ratings", true});
  arguments.add("--top", top_, {"N", "maximum number of items", false, 1});
  arguments.add_flag("--with-rated", with_rated_, "include items that the user has rated");
  arguments.add_flag("--no-clip", no_clip_, "allow predictions beyond the range of the ratings");
  arguments.add("--output", output_,
                {"FILE", "output as CSV: item,prediction; - is standard output"});
}

int Recommend::run(const Context&) {
  Paths paths;
  paths.read("--model", model_);
  paths.write("--output", output_);
  paths.check();
  check_output("output", output_);
  const CompletionModel model = spec::to_completion_model(spec::ModelDocument(*model_), !no_clip_);
  const data::CsvTable best = spec::recommend(model, static_cast<Index>(*user_), top_, with_rated_);
  if (output_) {
    write_output(*output_, data::to_csv(best));
    return exit_code::usable;
  }
  print(stdout, "{:>10}  {:>10}\n", "item", "prediction");
  for (Index k = 0; k < best.values.rows(); ++k) {
    print(stdout, "{:>10}  {:>10.3f}\n", static_cast<Index>(best.values(k, 0)), best.values(k, 1));
  }
  return exit_code::usable;
}

std::unique_ptr<Command> make_recommend() { return std::make_unique<Recommend>(); }

}  // namespace acgd::commands
