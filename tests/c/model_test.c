/* Models: predictions, files, bytes, weights, explanations. */
#include <stdio.h>
#include <string.h>

#include "check.h"

static void a_model_predicts(void) {
  semilin_data* rows = small_rows();
  semilin_model* model = small_model("{\"method\": \"da\"}");
  double outputs[8], probabilities[16];
  int32_t labels[8];
  int i = 0;
  OK(semilin_predict(model, rows, 1, outputs, NULL, labels));
  for (i = 0; i < 8; ++i) {
    CHECK(labels[i] == 1 - i % 2);
    CHECK((outputs[i] > 0) == (labels[i] == 1));
  }
  WRONG(semilin_predict(model, rows, 0, NULL, probabilities, NULL),
        "no probabilities");
  WRONG(semilin_predict(model, NULL, 0, NULL, NULL, labels),
        "rows must not be NULL");
  WRONG(semilin_predict(NULL, rows, 0, NULL, NULL, labels),
        "model must not be NULL");
  WRONG(semilin_predict(model, rows, -1, NULL, NULL, labels), "threads");
  WRONG(semilin_predict(model, rows, 100000, NULL, NULL, labels),
        "threads must be in [0, 1024], got 1e+05");
  semilin_model_free(model);
  semilin_data_free(rows);
}

static void a_model_owns_what_it_keeps(void) {
  double rows[] = {1, 1.5, 2, 10, 11, 12}, before[6], after[6];
  const int32_t labels[] = {0, -1, -1, 1, -1, -1};
  semilin_data* data = NULL;
  semilin_model* model = NULL;
  int i = 0;
  OK(semilin_data_from_dense(6, 1, rows, 64, &data));
  OK(semilin_data_set_labels(data, labels, "[\"0\", \"1\"]", 0, NULL));
  model = trained(data, "{\"method\": \"lap-rls\", \"neighbors\": 2}");
  OK(semilin_predict(model, data, 1, before, NULL, NULL));
  semilin_data_free(data);
  for (i = 0; i < 6; ++i)
    rows[i] = 13 - rows[i];
  OK(semilin_data_from_dense(6, 1, rows, 64, &data));
  OK(semilin_predict(model, data, 1, after, NULL, NULL));
  CHECK(before[0] < 0 && before[3] > 0);
  CHECK(after[0] > 0 && after[3] < 0); /* the rows are others now */
  semilin_model_free(model);
  semilin_data_free(data);
}

static void a_calibrated_model_has_probabilities(void) {
  double probabilities[16];
  semilin_data* data = labeled_data(4);
  semilin_model* model = NULL;
  model = trained(data, "{\"method\": \"svm\", \"probabilities\": true}");
  SAYS(semilin_model_info(model, &json), "\"probabilities\":true");
  SAYS(semilin_model_info(model, &json),
       "\"info\":{\"made_by\":\"semilin 0.1.0\"");
  OK(semilin_predict(model, data, 0, NULL, probabilities, NULL));
  CHECK(probabilities[1] > probabilities[0]);
  CHECK(probabilities[2] > probabilities[3]);
  semilin_model_free(model);
  semilin_data_free(data);
}

static void bytes_and_files_hold_a_model(void) {
  const char* const path = "c_model_test.model";
  semilin_model* model = small_model(NULL);
  semilin_model *from_bytes = NULL, *from_file = NULL;
  char *bytes = NULL, *again = NULL;
  size_t size = 0, size_again = 0;
  OK(semilin_model_to_bytes(model, NULL, &bytes, &size));
  OK(semilin_model_from_bytes(bytes, size, &from_bytes));
  OK(semilin_model_write(from_bytes, NULL, path));
  OK(semilin_model_read(path, &from_file));
  OK(semilin_model_to_bytes(from_file, NULL, &again, &size_again));
  CHECK(size == size_again && memcmp(bytes, again, size) == 0);
  CHECK_FAILS(semilin_model_from_bytes(bytes, size - 1, &model),
              SEMILIN_WRONG_DATA, "bytes of a file");
  CHECK_FAILS(semilin_model_read("no such file", &model), SEMILIN_WRONG_DATA,
              "no such file");
  CHECK_FAILS(semilin_model_write(model, NULL, "no such folder/model"),
              SEMILIN_WRONG_DATA, "no such folder");
  semilin_free(bytes);
  semilin_free(again);
  semilin_model_free(model);
  semilin_model_free(from_bytes);
  semilin_model_free(from_file);
  CHECK(remove(path) == 0);
}

static void weights_are_those_of_the_outputs(void) {
  semilin_data* rows = small_rows();
  semilin_model* model = small_model("{\"method\": \"svm\"}");
  const double *weights = NULL, *intercepts = NULL;
  double outputs[8], difference = 0;
  OK(semilin_model_weights(model, &weights, &intercepts));
  OK(semilin_predict(model, rows, 0, outputs, NULL, NULL));
  difference =
      weights[0] + weights[1] + weights[2] + intercepts[0] - outputs[0];
  CHECK(difference < 1e-9 && difference > -1e-9);
  WRONG(semilin_model_weights(model, NULL, &intercepts),
        "weights must not be NULL");
  semilin_model_free(model);
  model = small_model(
      "{\"method\": \"tv-rls\", \"neighbors\": 2, \"kernel\": \"rbf\"}");
  OK(semilin_model_weights(model, &weights, &intercepts));
  CHECK(weights == NULL && intercepts == NULL);
  semilin_model_free(model);
  semilin_data_free(rows);
}

static void a_score_is_explained(void) {
  semilin_data* rows = small_rows();
  semilin_model* model = small_model("{\"method\": \"svm\"}");
  SAYS(RUN("explain", model, rows, "{\"class\": \"sport\"}"),
       "\"terms\":[{\"feature\":0,\"value\":1.0,");
  WRONG(RUN("explain", model, rows, "{\"row\": 8}"), "no row 8");
  WRONG(RUN("explain", model, rows, "{\"row\": -1}"), "row must be");
  WRONG(RUN("explain", model, rows, "{\"row\": \"x\"}"),
        "row must be a whole number");
  WRONG(RUN("explain", model, rows, "{\"class\": \"x\"}"), "no class 'x'");
  WRONG(RUN("explain", model, rows, "{\"n\": 1}"), "no option 'n' here");
  WRONG(RUN("explain", NULL, rows, NULL), "model must not be NULL");
  WRONG(RUN("expand", model, rows, NULL), "got 'expand'");
  semilin_model_free(model);
  semilin_data_free(rows);
}

static void a_model_with_a_vocabulary_knows_its_terms(void) {
  const char* const texts[] = {"red wine", "white wine", "red wine roses",
                               "white roses"};
  const int32_t labels[] = {0, 1, -1, -1};
  semilin_vocabulary *vocabulary = NULL, *held = NULL;
  semilin_data* data = NULL;
  semilin_result* result = NULL;
  semilin_model *model = NULL, *with = NULL;
  char* bytes = NULL;
  size_t size = 0;
  data = text_rows(texts, 4, &vocabulary);
  OK(semilin_data_set_labels(data, labels, "[\"red\", \"white\"]", 0, NULL));
  result = result_of(data, "{\"method\": \"svm\"}");
  OK(semilin_result_model(result, 1, &model));
  semilin_result_free(result);
  OK(semilin_model_vocabulary(model, &held));
  CHECK(held == NULL);
  OK(semilin_model_to_bytes(model, vocabulary, &bytes, &size));
  OK(semilin_model_from_bytes(bytes, size, &with));
  OK(semilin_model_vocabulary(with, &held));
  CHECK(held != NULL);
  SAYS(semilin_model_info(with, &json), "\"vocabulary\":true,\"info\":{}");
  SAYS(RUN("explain", with, data, "{\"row\": 0}"), "\"term\":\"red\"");
  SAYS(RUN("explain", with, NULL, "{\"text\": \"reddish\"}"),
       "\"term\":\"reddish\"");
  CHECK_FAILS(RUN("explain", model, NULL, "{\"text\": \"red\"}"),
              SEMILIN_WRONG_DATA, "vocabulary");
  SAYS(RUN("evaluate", with, data, "{\"curves\": 9, \"confidence\": true}"),
       "\"confusion\":[[");
  SAYS(RUN("evaluate", with, data, "{\"curves\": 9, \"confidence\": true}"),
       "\"confidence\":null,\"curves\":[{\"name\":\"red\"");
  semilin_free(bytes);
  semilin_vocabulary_free(held);
  semilin_vocabulary_free(vocabulary);
  semilin_model_free(with);
  semilin_model_free(model);
  semilin_data_free(data);
}

void test_model(void) {
  a_model_predicts();
  a_model_owns_what_it_keeps();
  a_calibrated_model_has_probabilities();
  bytes_and_files_hold_a_model();
  weights_are_those_of_the_outputs();
  a_score_is_explained();
  a_model_with_a_vocabulary_knows_its_terms();
}
