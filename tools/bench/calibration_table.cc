// How far the probabilities of the unlabelled rows can be believed: the table
// in docs/design-log.md.
//
//   calibration_table DATA_DIR [--draws N] [--labels L] [--rows N]
//                     [--set NAME] [--method da|svm|committee]
//
// DATA_DIR holds one folder a set (datasets/README.md); sets that are absent
// are skipped, saying so. Of each, at most --rows rows are drawn, of which L of
// each class keep their labels. Printed are, of the most probable class on the
// hidden labels, the accuracy in %, and of the probabilities the expected
// calibration error and the log loss: means over the draws, with the standard
// error of the second.
#include <cstdio>
#include <string>
#include <vector>

#include "semilin/learn/train.h"
#include "semilin/linear/calibration.h"

#include "bench/draws.h"
#include "bench/study.h"

namespace {

// NOLINTNEXTLINE(google-build-using-namespace): a program
using namespace semilin;

struct Figures {
  double accuracy = 0;
  Reliability reliability;
};

Figures measure(const bench::Draw& draw, const TrainOptions& options) {
  Trainer trainer(draw.shown, options);
  TrainResult result = trainer.train();
  trainer.calibrate(result);
  std::vector<std::int32_t> hidden = draw.truth;
  for (std::size_t i = 0; i < hidden.size(); ++i)
    if (draw.shown.labels[i] != kUnlabeled) hidden[i] = kUnlabeled;
  const std::vector<double> p = probabilities(
      result.model.head(), scores(result.model, draw.shown.rows, 1));
  return {bench::hidden_accuracy(draw, result.model),
          reliability(p, hidden, static_cast<int>(draw.shown.classes.size()))};
}

void print_set(const bench::StudyArguments& arguments, const std::string& set,
               const Dataset& data) {
  const TrainOptions options = bench::options_of(arguments.method);
  std::vector<double> accuracy, error, loss;
  for (int seed = 1; seed <= arguments.draws; ++seed) {
    const Dataset some = bench::subset(data, arguments.rows, seed);
    const Figures found =
        measure(bench::hide_all_but(
                    some, bench::draw_per_class(some, arguments.labels, seed)),
                options);
    accuracy.push_back(100 * found.accuracy);
    error.push_back(found.reliability.ece);
    loss.push_back(found.reliability.log_loss);
  }
  const bench::Mean ece = bench::mean_of(error);
  std::printf("| %s | %.1f | %.3f +- %.3f | %.3f |\n", set.c_str(),
              bench::mean_of(accuracy).value, ece.value, ece.error,
              bench::mean_of(loss).value);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_study(
      argc, argv,
      {.rows = 4000,
       .labels = 10,
       .draws = 5,
       .sets = {"20news_stripped/train.svm.gz", "reuters_r8/train.svm.gz",
                "sms_spam/all.svm.gz", "rcv1_subsets_ccat/train.svm.gz",
                "pcmac/train.svm.gz", "usps/train.svm.gz",
                "text1_macwin/all.svm.gz", "ssl_text/all.svm.gz"}},
      "| set | accuracy, % | calibration error | log loss |\n"
      "|---|---|---|---|",
      print_set);
}
