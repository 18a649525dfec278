#include "semilin/advanced/io/line_source.h"
#include "semilin/learn/model_file.h"

#include "base/checksum.h"
#include "support/training.h"
#include "support/workplace.h"

namespace semilin::test {
namespace {

TEST_CASE("a model of any kind survives the archive with its calibration") {
  const Topics corpus = topics(3, 90, 4, 5);
  for (const TrainOptions& options :
       {training_of(kDa), graph_training(kTvRls)}) {
    Model model = train(corpus.data, options).model;
    model.head().calibration = {
        {1.5, 1.5, 1.5}, {0.25, -0.5, 0.125}, {0.1, 0.1, 0.1}};
    const Model back = model_from_archive(to_archive(model));
    CHECK((back.kernel() == nullptr) == (model.kernel() == nullptr));
    CHECK(back.head().classes == model.head().classes);
    CHECK(back.head().calibration.slopes == model.head().calibration.slopes);
    CHECK(back.head().calibration.lapses == model.head().calibration.lapses);
    const Doubles outputs = scores(model, corpus.data.rows);
    CHECK(scores(back, corpus.data.rows) == outputs);
    CHECK(predict(back, outputs) == predict(model, outputs));
    const Doubles p = probabilities(back, outputs);
    CHECK(p == probabilities(model, outputs));
    CHECK(p[0] + p[1] + p[2] == doctest::Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("a model's checksum is that of its file") {
  const Workplace workplace;
  const auto made = [](int seed) {
    return train(topics(2, 60, 4, seed).data, training_of(kDa)).model;
  };
  const Model model = made(6);
  write_model(model, "model");
  const std::string before = model_checksum(model);
  CHECK(std::stoul(before, nullptr, 16) == checksum(read_text("model")));
  CHECK(before.size() == 8);
  CHECK(model_checksum(made(6)) == before);
  CHECK(model_checksum(made(7)) != before);
}

TEST_CASE("the linear part is the model itself, or that of a linear kernel") {
  const Topics corpus = topics(2, 60, 4, 6);
  const Model linear = train(corpus.data, training_of(kDa)).model;
  TrainOptions graph = training_of(kTvRls);
  graph.graph.kernel.form = KernelForm::Linear;
  TrainOptions none = training_of(kTvRls);
  none.graph.kernel.form = KernelForm::None;
  REQUIRE(linear_part(linear).has_value());
  CHECK(linear_part(linear)->weights == linear.linear()->weights);
  CHECK(linear_part(train(corpus.data, graph).model).has_value());
  CHECK_FALSE(linear_part(train(corpus.data, none).model).has_value());
}

}  // namespace
}  // namespace semilin::test
