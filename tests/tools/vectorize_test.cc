#include "support/command.h"

namespace semilin::test {
namespace {

const std::string kPets =
    "pet\tthe cat sat with the dog\npet\ta dog and a cat\n"
    "car\tthe engine of the car\ncar\tcar with a new engine\n"
    "?\tmy dog has a cat\n\tengine oil for my car\n"
    "?\tcat food\n?\tcar food\n";

TEST_CASE("vectorize writes rows in the order of the documents") {
  const Workshop shop({{"t", "a\tx1 x2\n?\tx1\nb\tx2 zz\n\tx3 x3\n"}});
  CHECK(
      shop.told("vectorize t -o d.svm --pieces no") ==
      "4 documents, 2 labeled, 2 classes; 3 terms, 5 nonzeros, 1 document "
      "without terms; read as words.\nNext: train a model: semilin train d.svm "
      "--vocabulary d.svm.vocab -o new.model\n");
  CHECK(shop.read("d.svm") ==
        "a 1:0.70710677 2:0.70710677\n? 1:1\nb 2:0.4472136 3:0.8944272\n?\n");
  CHECK(shop.has("d.svm.vocab"));
  CHECK(shop.run("vectorize -q t t -o -") ==
        shop.shell("cat t t | " + Workshop::command() + " vectorize -q - -o -")
            .out);
}

TEST_CASE("a vocabulary is taken from a file of its own or from a store") {
  const Workshop shop({{"t", kPets}});
  shop.run("vectorize t -o d.svm");
  shop.run("vectorize t -o d.store --vocabulary-out v");
  CHECK_FALSE(shop.has("d.store.vocab"));
  CHECK(shop.read("v") == shop.read("d.svm.vocab"));
  for (const std::string from : {"d.svm.vocab", "d.store"}) {
    CHECK(shop.run("vectorize t -q -o - --vocabulary " + from) ==
          shop.read("d.svm"));
  }
  shop.run("convert d.store e.svm");
  CHECK(shop.read("e.svm") == shop.read("d.svm"));
}

TEST_CASE("class names stay as they are, from documents to predictions") {
  const Workshop shop;
  std::string text = kPets;
  for (std::size_t at = 0; (at = text.find("pet\t", at)) != text.npos;)
    text.replace(at, 3, "Pets: cats # \"dogs\"");
  for (std::size_t at = 0; (at = text.find("\ncar\t", at)) != text.npos;)
    text.replace(at + 1, 3, "\xC3\x9C & cars");
  shop.write("t", text);
  shop.run("vectorize t -o d.store");
  shop.run("convert d.store d.svm");
  shop.run("train --method svm -o m d.svm");
  const std::string pet = "\"Pets: cats # \"\"dogs\"\"\"\n";
  const std::string car = "\"\xC3\x9C & cars\"\n";
  const std::string labels = shop.run("predict m d.store");
  CHECK(labels == pet + pet + car + car + pet + car + pet + car);

  shop.write("l", labels);
  const auto outcome = shop.semilin("evaluate m d.svm --labels l --json");
  CHECK(holds(outcome.out, "\"accuracy\": 1.0"));
  CHECK(holds(outcome.out, R"("name": "Pets: cats # \"dogs\"")"));
  shop.run("convert m m.liblinear");
  CHECK(shop.read("m.liblinear.classes") ==
        "1\tPets: cats # \"dogs\"\n2\t\xC3\x9C & cars\n");
  CHECK(shop.run("predict m.liblinear d.svm") == labels);
  shop.write("m.liblinear.classes", "1 one\n");
  CHECK(shop.semilin("predict m.liblinear d.svm")
            .err.starts_with(
                "semilin: m.liblinear.classes:1:1: expected integer<TAB>name"));
}

TEST_CASE("raw documents get the labels that their features get") {
  const Workshop shop({{"t", kPets}});
  shop.run("vectorize t -o d.store");
  shop.run("vectorize t -o d.svm");
  for (const std::string data : {"d.store", "d.svm --vocabulary d.svm.vocab"}) {
    const auto trained = shop.semilin("train --method svm -o m " + data);
    CAPTURE(trained.err);
    REQUIRE(trained.status == 0);
    const std::string labels = shop.run("predict m d.svm");
    CHECK(labels == "pet\npet\ncar\ncar\npet\ncar\npet\ncar\n");
    CHECK(shop.run("predict --text m t") == labels);
    CHECK(shop.run("predict --text --scores m t") ==
          shop.run("predict --scores m d.svm"));
    CHECK(shop.run("evaluate --text m t --json") ==
          shop.run("evaluate m d.svm --json"));
    const std::string terms = shop.run("inspect m --features 2");
    CHECK(holds(terms, "pet: "));
    CHECK(holds(terms, "engine"));
    CHECK(shop.run("vectorize t -q -o - --vocabulary m") == shop.read("d.svm"));
  }
}

}  // namespace
}  // namespace semilin::test
