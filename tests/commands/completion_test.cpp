// Completion in bash: the candidates of its function, and the effect of Tab in a real shell.
#include <gtest/gtest.h>

#include "commands/terminal.hpp"
#include "commands/tool.hpp"

namespace acgd_test {
namespace {

/// The candidates of bash for a line with the cursor at its end, joined by '|'. Words are broken at
/// these characters too, as bash does at those of COMP_WORDBREAKS.
std::string candidates(const Tool& tool, const std::string& line,
                       const std::string& breaks = ":=") {
  tool.file("offer.sh",
            tool.run("completion bash").out + "COMP_WORDBREAKS=$' \\t\\n" + breaks +
                "'\n"
                "COMP_LINE=$1 COMP_POINT=${#1}\n"
                "COMP_WORDS=($(sed 's/[" +
                (breaks.empty() ? "\\n" : breaks) +
                "]/ & /g' <<< \"$1\"))\n"
                "[[ $1 == *' ' ]] && COMP_WORDS+=('')\n"
                "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                "_acgd\nprintf '%s\\n' \"${COMPREPLY[@]}\" | sort -V | paste -sd '|'\n");
  tool.file("run.sh", "exec bash offer.sh '" + line + "'\n");
  const Ran ran = tool.run_script("run.sh");
  EXPECT_EQ(ran.error, "") << line;
  return ran.out.substr(0, ran.out.find('\n'));
}

TEST(AcgdCompletion, OffersCommandsFlagsAndNames) {
  const Tool tool;
  EXPECT_EQ(candidates(tool, "acgd so"), "solve");
  EXPECT_EQ(candidates(tool, "acgd solve --obj"), "--objective");
  EXPECT_EQ(candidates(tool, "acgd solve --objective logi"), "logistic");
  EXPECT_EQ(candidates(tool, "acgd solve --step back"), "backtracking");
  EXPECT_EQ(candidates(tool, "acgd solve --labels "), "01|auto|keep|pm1");
  EXPECT_EQ(candidates(tool, "acgd solve --missing "), "drop|mean|refuse");
  EXPECT_EQ(candidates(tool, "acgd solve --class-weights "), "balanced");
  EXPECT_EQ(candidates(tool, "acgd predict --prob"), "--probabilities");
  EXPECT_EQ(candidates(tool, "acgd reproduce las"), "lasso");
  EXPECT_EQ(candidates(tool, "acgd data f"), "fetch");
  EXPECT_EQ(candidates(tool, "acgd data fetch movie"), "movielens100k");
  EXPECT_EQ(candidates(tool, "acgd data make movie"), "movielens100k");
  EXPECT_EQ(candidates(tool, "acgd data fetch --mir"), "--mirror");
  EXPECT_EQ(candidates(tool, "acgd help adaptive-c"), "adaptive-constant");
  EXPECT_EQ(candidates(tool, "acgd completion z"), "zsh");
  EXPECT_EQ(candidates(tool, "acgd solve --max-iterations "), "") << "nobody knows how many";
}

TEST(AcgdCompletion, ContinuesBehindCommas) {
  const Tool tool;
  EXPECT_EQ(candidates(tool, "acgd compare --steps short,back"), "short,backtracking");
  EXPECT_EQ(candidates(tool, "acgd compare --steps adaptive-constant,adaptive-"),
            "adaptive-constant,adaptive-adjustable");
  EXPECT_EQ(candidates(tool, "acgd reproduce --strategies backtracking,short,open"),
            "backtracking,short,open-loop");
}

TEST(AcgdCompletion, ContinuesBehindColons) {
  const Tool tool;
  EXPECT_EQ(candidates(tool, "acgd solve --set nuc"), "nuclear:");
  EXPECT_EQ(candidates(tool, "acgd solve --set simp"), "simplex");
  // Where : ends a word, the part before it stays as it is; elsewhere it is part of the word.
  EXPECT_EQ(candidates(tool, "acgd solve --set l1:"), "1|10|100");
  EXPECT_EQ(candidates(tool, "acgd solve --set nuclear:100"), "100|1000");
  EXPECT_EQ(candidates(tool, "acgd solve --set nuclear:100", ""), "nuclear:100|nuclear:1000");
  EXPECT_EQ(candidates(tool, "acgd solve --set box:-"), "-1:1");
  EXPECT_EQ(candidates(tool, "acgd solve --set=box:-1:"), "1");
  EXPECT_EQ(candidates(tool, "acgd solve --set=nuc"), "nuclear:");
  EXPECT_EQ(candidates(tool, "acgd solve --step fixed:0.0"), "0.01");
  EXPECT_EQ(candidates(tool, "acgd solve --set l1:50 --ste"), "--step") << "a colon long ago";
  EXPECT_EQ(candidates(tool, "acgd solve --direction fr"), "frank-wolfe");
}

TEST(AcgdCompletion, OffersParametersOfRules) {
  const Tool tool;
  EXPECT_EQ(candidates(tool, "acgd solve --step adaptive-constant:ga"), "gamma=");
  EXPECT_EQ(candidates(tool, "acgd solve --step adaptive-constant:gamma=0.5:"),
            "beta=|delta=|epsilon=|gamma=|initial-lipschitz=|t-max=");
  EXPECT_EQ(candidates(tool, "acgd solve --step open-loop:", ""), "open-loop:l=");
  EXPECT_EQ(candidates(tool, "acgd compare --steps short,secant:max"), "max-rounds=");
  EXPECT_EQ(candidates(tool, "acgd compare --steps short,secant:max", ""),
            "short,secant:max-rounds=");
}

TEST(AcgdCompletion, FindsFilesInFoldersWithSpacesAndBehindColons) {
  const Tool tool;
  std::filesystem::create_directories(tool.path("folder/inner one"));
  tool.file("folder/edges a.csv", "0,1\n");
  tool.file("folder/edges b.csv", "0,1\n");
  EXPECT_EQ(candidates(tool, "acgd solve --data fol"), "folder");
  EXPECT_EQ(candidates(tool, "acgd solve --data folder/e"),
            "folder/edges a.csv|folder/edges b.csv");
  EXPECT_EQ(candidates(tool, "acgd solve --svg folder/"), "folder/inner one") << "folders only";
  EXPECT_EQ(candidates(tool, "acgd solve --set dag:folder/e"),
            "folder/edges a.csv|folder/edges b.csv");
  EXPECT_EQ(candidates(tool, "acgd solve --x0 ze"), "zero");
  EXPECT_EQ(candidates(tool, "acgd reproduce --data fol"), "folder");
}

/// The arguments that a command gets from a line in which \t is the Tab key.
std::string words_after_keys(const Tool& tool, const std::string& keys) {
  tool.file("rc", tool.run("completion bash").out +
                      "PS1='ready> '\nbind 'set bell-style none'\n"
                      "acgd() { printf '<%s>' \"$@\"; echo; }\n");
  Terminal terminal(200, "env INPUTRC=/dev/null sh -c 'cd " + tool.path("").string() +
                             " && exec bash --noprofile --rcfile rc -i'");
  const auto prompts = [](std::ptrdiff_t count) {
    return [count](const std::string& written) {
      std::ptrdiff_t seen = 0;
      for (std::size_t at = written.find("ready> "); at != std::string::npos;
           at = written.find("ready> ", at + 1)) {
        ++seen;
      }
      return seen >= count;
    };
  };
  terminal.read_until(prompts(1));
  terminal.press(keys + "\r");
  terminal.read_until(prompts(2));
  terminal.press("exit\r");
  terminal.wait();
  const std::string& written = terminal.written();
  const std::size_t begin = written.find('<');
  return begin == std::string::npos ? written
                                    : written.substr(begin, written.find('\r', begin) - begin);
}

TEST(AcgdCompletion, WorksInRealShell) {
  const Tool tool;
  std::filesystem::create_directories(tool.path("folder"));
  tool.file("folder/my table.csv", "1,2\n");
  tool.file("folder/edges.csv", "0,1\n");
  EXPECT_EQ(words_after_keys(tool, "acgd solve --data fo\tm\t--set nuc\t5000"),
            "<solve><--data><folder/my table.csv><--set><nuclear:5000>");
  EXPECT_EQ(words_after_keys(tool, "acgd so\t--set dag:fo\te\t--qui\t"),
            "<solve><--set><dag:folder/edges.csv><--quiet>");
  EXPECT_EQ(words_after_keys(tool, "acgd comp\ta\t--steps short,back\t--set lp:3\t"),
            "<compare><--steps><short,backtracking><--set><lp:3:1>");
}

TEST(AcgdCompletion, ExistsForOtherShells) {
  const Tool tool;
  EXPECT_NE(tool.run("completion fish").out.find("-l objective"), std::string::npos);
  EXPECT_NE(tool.run("completion zsh").out.find("bashcompinit"), std::string::npos);
  EXPECT_EQ(tool.run("completion tcsh").code, 2);
}

}  // namespace
}  // namespace acgd_test
