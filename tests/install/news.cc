// The smallest program: learns from a table of documents, and labels another.
#include <iostream>

#include "semilin/run.h"

int main() {
  using namespace semilin;
  const Corpus news = read_corpus({"news.csv"});
  write_model(run(news).model, "news.model");

  const Model model = read_model("news.model");
  const Corpus more = read_corpus({"more.csv"}, model);
  for (const auto k : predict(model, scores(model, more.data.rows)))
    std::cout << model.head().classes[k] << '\n';
}
