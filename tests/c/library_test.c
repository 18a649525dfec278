/* The version, errors and descriptions. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

static void names_are_sorted_and_sets_become_names(void) {
  SAYS(semilin_class_names("[\"b\", \"10\", \"9\", \"b\"]", &json),
       "[\"9\",\"10\",\"b\"]");
  SAYS(semilin_class_names("[[\"b\", \"a\"], [], [\"c,d\"]]", &json),
       "[\"\\\"c,d\\\"\",\",\",\"a,b\"]");
  WRONG(semilin_class_names("[1]", &json), "names must be");
  WRONG(semilin_class_names("[", &json), "names must be JSON");
  WRONG(semilin_class_names(NULL, &json), "names must not be NULL");
  WRONG(semilin_class_names("[]", NULL), "json must not be NULL");
}

static void options_are_described(void) {
  SAYS(semilin_describe("methods", &json), "\"name\":\"committee\"");
  SAYS(semilin_describe("da", &json),
       "\"tolerance\":{\"default\":1e-05,\"values\":\"> 0\"");
  SAYS(semilin_describe("text", &json), "\"min_documents\":{\"default\":2");
  SAYS(semilin_describe("source", &json),
       "\"text_columns\":{\"default\":[\"text\"],\"values\":\"list of NAMES\"");
  SAYS(semilin_describe("run", &json), "\"class_sizes\":{\"default\":null");
  SAYS(semilin_describe("tune", &json), "\"folds\":{\"default\":5");
  SAYS(semilin_describe("suggest", &json), "\"for\":{\"default\":\"training\"");
  SAYS(semilin_describe("audit", &json), "\"count\":{\"default\":0");
  SAYS(semilin_describe("explain", &json), "\"terms\":{\"default\":20");
  SAYS(semilin_describe("evaluate", &json), "\"confusion\":{\"default\":null");
  WRONG(semilin_describe("perceptron", &json), "perceptron");
  WRONG(semilin_describe(NULL, &json), "what");
}

static void a_long_error_is_cut(void) {
  char name[5000];
  memset(name, 'x', sizeof name);
  name[sizeof name - 1] = '\0';
  WRONG(semilin_describe(name, &json), "xxx");
  CHECK(strlen(semilin_last_error()) < 2000);
}

void test_library(void) {
  CHECK(strcmp(semilin_last_error(), "") == 0);
  CHECK(strcmp(semilin_version(), "0.1.0") == 0);
  names_are_sorted_and_sets_become_names();
  options_are_described();
  a_long_error_is_cut();
  semilin_free(NULL);
  semilin_data_free(NULL);
  semilin_vocabulary_free(NULL);
  semilin_text_free(NULL);
  semilin_result_free(NULL);
  semilin_model_free(NULL);
}
