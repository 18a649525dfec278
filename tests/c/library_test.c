/* The version, errors and descriptions. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

static void names_are_sorted_and_sets_become_names(void) {
  char* json = NULL;
  CHECK(semilin_class_names("[\"b\", \"10\", \"9\", \"b\"]", &json) ==
        SEMILIN_OK);
  CHECK(has(json, "[\"9\",\"10\",\"b\"]"));
  CHECK(semilin_class_names("[[\"b\", \"a\"], [], [\"c,d\"]]", &json) ==
        SEMILIN_OK);
  CHECK(has(json, "[\"\\\"c,d\\\"\",\",\",\"a,b\"]"));
  CHECK_FAILS(semilin_class_names("[1]", &json), SEMILIN_WRONG_ARGUMENT,
              "names must be");
  CHECK_FAILS(semilin_class_names("[", &json), SEMILIN_WRONG_ARGUMENT,
              "names must be JSON");
  CHECK_FAILS(semilin_class_names(NULL, &json), SEMILIN_WRONG_ARGUMENT,
              "names must not be NULL");
  CHECK_FAILS(semilin_class_names("[]", NULL), SEMILIN_WRONG_ARGUMENT,
              "json must not be NULL");
}

static void options_are_described(void) {
  char* json = NULL;
  CHECK(semilin_describe("methods", &json) == SEMILIN_OK);
  CHECK(has(json, "\"name\":\"committee\""));
  CHECK(semilin_describe("da", &json) == SEMILIN_OK);
  CHECK(has(json, "\"tolerance\":{\"default\":1e-05,\"values\":\"> 0\""));
  CHECK(semilin_describe("text", &json) == SEMILIN_OK);
  CHECK(has(json, "\"min_documents\":{\"default\":2"));
  CHECK_FAILS(semilin_describe("perceptron", &json), SEMILIN_WRONG_ARGUMENT,
              "perceptron");
  CHECK_FAILS(semilin_describe(NULL, &json), SEMILIN_WRONG_ARGUMENT, "what");
}

static void a_long_error_is_cut(void) {
  char* json = NULL;
  char name[5000];
  memset(name, 'x', sizeof name);
  name[sizeof name - 1] = '\0';
  CHECK_FAILS(semilin_describe(name, &json), SEMILIN_WRONG_ARGUMENT, "xxx");
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
