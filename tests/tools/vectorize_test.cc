// semilin vectorize, and the way of a text from there to its label.
#include <string>

#include <doctest/doctest.h>

#include "support/command.h"

namespace semilin {
namespace {

using test::one_line;
using test::Workshop;

const std::string kPets =
    "pet\tthe cat sat with the dog\npet\ta dog and a cat\n"
    "car\tthe engine of the car\ncar\tcar with a new engine\n"
    "?\tmy dog has a cat\n\tengine oil for my car\n"
    "?\tcat food\n?\tcar food\n";

TEST_CASE("vectorize writes rows in the order of the documents") {
  const Workshop shop;
  shop.write("t", "a\tx1 x2\n?\tx1\nb\tx2 zz\n\tx3 x3\n");

  const auto outcome = shop.semilin("vectorize t -o d.svm");

  CHECK(outcome.status == 0);
  CHECK(outcome.err ==
        "4 documents, 2 labeled, 2 classes; 2 terms, 4 nonzeros, 1 documents "
        "without terms.\nNext: semilin train d.svm -o MODEL.\n");
  CHECK(shop.read("d.svm") == "a 1:0.70710677 2:0.70710677\n? 1:1\nb 2:1\n?\n");
  CHECK(shop.has("d.svm.vocab"));
}

TEST_CASE("a vocabulary is taken from a file of its own or from a store") {
  const Workshop shop;
  shop.write("t", kPets);
  REQUIRE(shop.semilin("vectorize t -o d.svm").status == 0);
  REQUIRE(shop.semilin("vectorize t -o d.store --vocabulary-out v").status ==
          0);
  CHECK_FALSE(shop.has("d.store.vocab"));
  CHECK(shop.read("v") == shop.read("d.svm.vocab"));

  for (const std::string from : {"d.svm.vocab", "d.store"}) {
    CHECK(shop.semilin("vectorize t -q -o - --vocabulary " + from).out ==
          shop.read("d.svm"));
  }
  CHECK(shop.semilin("convert d.store e.svm").status == 0);
  CHECK(shop.read("e.svm") == shop.read("d.svm"));
}

TEST_CASE("documents come from standard input, gzip and folders alike") {
  const Workshop shop;
  shop.write("t", "a\tone two\nb\ttwo three\nb\tone three\n");
  REQUIRE(shop.semilin("vectorize t -q -o t.svm").status == 0);
  const std::string expected = shop.read("t.svm");

  const std::string run = Workshop::command() + " vectorize -q -o - ";
  CHECK(shop.shell(run + "- <t").out == expected);
  CHECK(shop.shell("gzip -k t; " + run + "t.gz").out == expected);
  CHECK(shop.shell("mkdir -p f/a f/b; echo one two >f/a/1; echo two three "
                   ">f/b/1; echo one three >f/b/2; " +
                   run + "f")
            .out == expected);
  CHECK(shop.shell("head -1 t >u; sed 1d t >v; " + run + "u v").out ==
        expected);
}

TEST_CASE("what cannot be vectorized is one line and leaves nothing behind") {
  const Workshop shop;
  shop.write("t", "a\tx\na\x01\tx\n");
  shop.write("once", "a\tone\nb\ttwo\n");
  const auto fails = [&](const std::string& arguments, int status) {
    CAPTURE(arguments);
    const auto outcome = shop.semilin("vectorize " + arguments);
    CHECK(outcome.status == status);
    CHECK_MESSAGE(one_line(outcome.err), outcome.err);
    CHECK(shop.files() == 2);
    return outcome.err;
  };

  CHECK(fails("t -o d.svm", 1).find("t:2:1: expected a label in UTF-8") !=
        std::string::npos);
  CHECK(fails("once -o d.svm", 1).find("no usable words") != std::string::npos);
  fails("absent -o d.svm", 1);
  fails("t -o d.svm --vocabulary once", 1);
  fails("t", 2);
  fails("t -o d.svm --format other", 2);
  fails("t -o d.svm --to other", 2);
  fails("t -o d.svm --min-documents 0", 2);
  fails("t -o d.svm --max-fraction 2", 2);
  fails("t -o d.svm --min-length 0", 2);
  fails("t -o d.svm --vocabulary v --min-documents 3", 2);
}

TEST_CASE("class names stay as they are, from documents to predictions") {
  const Workshop shop;
  std::string text = kPets;
  for (std::size_t at = 0; (at = text.find("pet\t", at)) != text.npos;)
    text.replace(at, 3, "Pets: cats # \"dogs\"");
  for (std::size_t at = 0; (at = text.find("\ncar\t", at)) != text.npos;)
    text.replace(at + 1, 3, "\xC3\x9C & cars");
  shop.write("t", text);
  REQUIRE(shop.semilin("vectorize t -o d.store").status == 0);
  REQUIRE(shop.semilin("convert d.store d.svm").status == 0);
  REQUIRE(shop.semilin("train --method svm -o m d.svm").status == 0);
  const std::string pet = "\"Pets: cats # \"\"dogs\"\"\"\n";
  const std::string car = "\"\xC3\x9C & cars\"\n";
  const std::string labels = shop.semilin("predict m d.store").out;
  CHECK(labels == pet + pet + car + car + pet + car + pet + car);

  shop.write("l", labels);
  const auto outcome = shop.semilin("evaluate m d.svm --labels l --json");
  CHECK(outcome.out.find("\"accuracy\": 1.0") != std::string::npos);
  CHECK(outcome.out.find(R"("name": "Pets: cats # \"dogs\"")") !=
        std::string::npos);
  CHECK(shop.semilin("convert m m.liblinear").status == 0);
  CHECK(shop.read("m.liblinear.classes") ==
        "1\tPets: cats # \"dogs\"\n2\t\xC3\x9C & cars\n");
  CHECK(shop.semilin("predict m.liblinear d.svm").out == labels);
  shop.write("m.liblinear.classes", "1 one\n");
  CHECK(shop.semilin("predict m.liblinear d.svm")
            .err.starts_with(
                "semilin: m.liblinear.classes:1:1: expected integer<TAB>name"));
}

TEST_CASE("raw documents get the labels that their features get") {
  const Workshop shop;
  shop.write("t", kPets);
  REQUIRE(shop.semilin("vectorize t -o d.store").status == 0);
  REQUIRE(shop.semilin("vectorize t -o d.svm").status == 0);
  for (const std::string data : {"d.store", "d.svm --vocabulary d.svm.vocab"}) {
    const auto trained = shop.semilin("train --method svm -o m " + data);
    CAPTURE(trained.err);
    REQUIRE(trained.status == 0);
    const std::string labels = shop.semilin("predict m d.svm").out;
    CHECK(labels == "pet\npet\ncar\ncar\npet\ncar\npet\ncar\n");
    CHECK(shop.semilin("predict --text m t").out == labels);
    CHECK(shop.semilin("predict --text --scores m t").out ==
          shop.semilin("predict --scores m d.svm").out);
    CHECK(shop.semilin("evaluate --text m t --json").out ==
          shop.semilin("evaluate m d.svm --json").out);
    const std::string terms = shop.semilin("inspect m --features 2").out;
    CHECK(terms.find("pet: ") != std::string::npos);
    CHECK(terms.find("engine") != std::string::npos);
    CHECK(shop.semilin("vectorize t -q -o - --vocabulary m").out ==
          shop.read("d.svm"));
  }
}

}  // namespace
}  // namespace semilin
