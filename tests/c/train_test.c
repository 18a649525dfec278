/* Training: options, progress, results. */
#include <string.h>

#include "check.h"

static void every_kind_of_method_trains(void) {
  const char* const options[] = {
      NULL, "{\"method\": \"da\"}",
      "{\"method\": \"svm\", \"C\": 2, \"threads\": 1}",
      "{\"method\": \"tv-rls\", \"neighbors\": 2}",
      "{\"method\": \"da\", \"lambda\": null, \"rho\": \"inf\", "
      "\"class_sizes\": [0.5, 0.5], \"class_weights\": \"balanced\"}"};
  size_t i = 0;
  for (i = 0; i < sizeof options / sizeof *options; ++i) {
    semilin_result* result = small_result(options[i]);
    const int32_t* labels = labels_in(result, 8);
    CHECK(labels[0] == 1 && labels[1] == 0);
    CHECK(labels[2] == 1 && labels[3] == 0 && labels[7] == 0);
    SAYS(semilin_result_report(result, &json), "{\"summary\":{\"method\":");
    semilin_result_free(result);
  }
}

static void options_are_checked(void) {
  const struct {
    const char *options, *error;
  } cases[] = {
      {"{\"method\": \"perceptron\"}", "perceptron"},
      {"{\"method\": 1}", "method must be a text"},
      {"{\"method\": \"da\", \"speed\": 1}", "no option 'speed'"},
      {"{\"method\": \"da\", \"lambda\": -1}", "lambda must be > 0"},
      {"{\"method\": \"da\", \"lambda\": \"x\"}", "lambda must be a number"},
      {"{\"method\": \"da\", \"lambda\": \"nan\"}", "lambda must be > 0"},
      {"{\"method\": \"da\", \"max_iterations\": 1.5}", "whole number"},
      {"{\"method\": \"da\", \"max_iterations\": 4294967296}", "whole number"},
      {"{\"method\": \"da\", \"threshold\": \"x\"}", "true or false"},
      {"{\"method\": \"da\", \"lambda\": 1, \"C\": 1}", "exclude"},
      {"{\"method\": \"svm\", \"threads\": 100000}",
       "threads must be in [0, 1024]"},
      {"{\"method\": \"tv-rls\", \"sweeps\": 2147483647}",
       "sweeps must be in [0, 1000]"},
      {"{\"method\": \"da\", \"class_sizes\": \"some\"}", "class sizes"},
      {"{\"method\": \"da\", \"class_sizes\": [0.9, 0.9]}", "sizes"},
      {"{\"method\": \"da\", \"class_weights\": \"heavy\"}", "class weight"},
      {"{\"method\": \"da\", \"class_weights\": [1]}", "expected 2 numbers"},
      {"{\"method\": \"da\", \"tune\": 1}", "tune must be an object"},
      {"{\"method\": \"da\", \"tune\": {\"bias\": [1]}}", "no option 'bias'"},
      {"{\"method\": \"da\", \"tune\": {\"choose\": 1}}",
       "choose must be one of"},
      {"{\"method\": \"da\", \"tune\": {\"lambda\": true}}", "a number"},
      {"{\"method\": \"tv-rls\", \"kernel\": \"cubic\"}", "kernel must be one"},
      {"{\"method\"", "options must be JSON"},
      {"{\"lambda\": 1e999}", "a number beyond those of double precision"},
      {"{\"method\": \"\\ud800\"}", "half a character"},
      {"7", "options must be a JSON object"}};
  static char deep[200001];
  semilin_data* data = small_data();
  semilin_result* result = NULL;
  size_t i = 0;
  memset(deep, '[', 100000);
  memset(deep + 100000, ']', 100000);
  WRONG(semilin_train(data, NULL, deep, NULL, NULL, &result),
        "of at most 64 levels");
  for (i = 0; i < sizeof cases / sizeof *cases; ++i) {
    WRONG(semilin_train(data, NULL, cases[i].options, NULL, NULL, &result),
          cases[i].error);
  }
  WRONG(semilin_train(NULL, NULL, NULL, NULL, NULL, &result),
        "data must not be NULL");
  WRONG(semilin_train(data, NULL, NULL, NULL, NULL, NULL),
        "result must not be NULL");
  CHECK(result == NULL);
  semilin_data_free(data);
}

static void data_are_checked(void) {
  const int32_t wrong[] = {0, 7, -1, -1, -1, -1, -1, -1};
  const int32_t one_class[] = {0, 0, 0, 0, 0, 0, 0, 0};
  semilin_data* data = small_rows();
  semilin_result* result = NULL;
  WRONG(semilin_data_set_labels(data, wrong, "[\"a\", \"b\"]", 0, NULL),
        "label");
  WRONG(semilin_data_set_labels(data, one_class, "[\"b\", \"a\"]", 0, NULL),
        "order");
  OK(semilin_data_set_labels(data, one_class, "[\"a\", \"b\"]", 0, NULL));
  CHECK_FAILS(semilin_train(data, NULL, NULL, NULL, NULL, &result),
              SEMILIN_WRONG_DATA, "labels of a and unlabeled rows, found 8");
  semilin_data_free(data);
}

/* How often it was called, and when it ends the run. */
struct listener {
  int calls, last;
};

static int hear(void* context, const char* record) {
  struct listener* listener = context;
  ++listener->calls;
  if (strstr(record, "{\"stage\":") != record) return 1;
  return listener->calls >= listener->last;
}

static void a_callback_hears_the_run_and_ends_it(void) {
  struct listener all = {0, 1000000}, first = {0, 1}, seldom = {0, 1000000};
  semilin_data* data = small_data();
  semilin_result* result = NULL;
  OK(semilin_train(data, NULL, "{\"method\": \"da\"}", hear, &all, &result));
  CHECK(all.calls > 1);
  semilin_result_free(result);
  OK(semilin_train(data, NULL, "{\"method\": \"da\"}", hear, &first, &result));
  CHECK(first.calls == 1);
  SAYS(semilin_result_report(result, &json), "\"stop\":\"interrupted\"");
  semilin_result_free(result);
  OK(semilin_train(data, NULL,
                   "{\"method\": \"da\", \"progress_seconds\": 1000}", hear,
                   &seldom, &result));
  CHECK(seldom.calls == 1);
  semilin_result_free(result);
  semilin_data_free(data);
}

static void a_graph_is_given(void) {
  /* a row and the one behind it of the same class, both ways */
  const int32_t offsets[] = {0, 1, 2, 4, 6, 8, 10, 11, 12};
  const int32_t indices[] = {2, 3, 0, 4, 1, 5, 2, 6, 3, 7, 4, 5};
  const float values[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  const semilin_csr weights = {8, 8, 12, offsets, indices, values, 32, 32, 32};
  semilin_data* data = small_data();
  semilin_data* graph = NULL;
  semilin_result* result = NULL;
  OK(semilin_data_from_csr(&weights, &graph));
  OK(semilin_train(data, graph, "{\"method\": \"lap-rls\"}", NULL, NULL,
                   &result));
  semilin_result_free(result);
  CHECK_FAILS(semilin_train(data, data, "{\"method\": \"lap-rls\"}", NULL, NULL,
                            &result),
              SEMILIN_WRONG_DATA, "graph");
  semilin_data_free(graph);
  semilin_data_free(data);
}

static void options_are_tuned(void) {
  semilin_data* data = labeled_data(4);
  semilin_result* result =
      result_of(data,
                "{\"method\": \"da\", \"tune\": {\"lambda\": [0.1, 0.01], "
                "\"lambda_u\": [1], \"folds\": 2, \"repeats\": 1, \"seed\": "
                "7, \"choose\": \"best\"}}");
  SAYS(semilin_result_report(result, &json),
       "\"points\":[{\"method\":\"da\",\"lambda\":0.1,");
  semilin_result_free(result);
  semilin_data_free(data);
}

static void label_sets_are_trained(void) {
  const int32_t labels[] = {1, 2, 0, -1, -1, -1, -1, -1};
  const int32_t* found = NULL;
  semilin_data* data = small_rows();
  semilin_result* result = NULL;
  WRONG(
      semilin_data_set_labels(data, labels, "[\",\", \"s\", \"m,t\"]", 1, NULL),
      "order");
  OK(semilin_data_set_labels(data, labels, "[\",\", \"m,t\", \"s\"]", 1, NULL));
  result = result_of(data, "{\"method\": \"svm\"}");
  found = labels_in(result, 24);
  CHECK(found[0] == 1 && found[1] == 0 && found[2] == 1); /* m and t, not s */
  semilin_result_free(result);
  semilin_data_free(data);
}

static void rows_to_label_are_suggested(void) {
  struct listener first = {0, 1};
  semilin_data *data = small_data(), *rows = small_rows();
  semilin_model* model = small_model("{\"method\": \"da\"}");
  SAYS(RUN("suggest", model, data, "{\"count\": 2, \"seed\": 3}"),
       "{\"members\":[\"model\",\"svm\",\"nb-em\"],\"unlabeled\":6,");
  SAYS(RUN("suggest", NULL, rows, "{\"for\": \"sizes\"}"),
       "\"chosen\":\"random\",\"drawn_with\":1.0,");
  WRONG(RUN("suggest", NULL, rows, "{\"for\": \"fun\"}"),
        "for must be one of training, sizes");
  WRONG(RUN("suggest", NULL, rows, "{\"n\": 1}"),
        "there is no option 'n' here");
  WRONG(RUN("suggest", NULL, NULL, NULL), "data must not be NULL");
  CHECK_FAILS(semilin_run("suggest", model, data, NULL, hear, &first, &json),
              SEMILIN_INTERRUPTED, "");
  semilin_model_free(model);
  semilin_data_free(rows);
  semilin_data_free(data);
}

static void labels_are_audited(void) {
  struct listener first = {0, 1};
  semilin_data* data = labeled_data(6);
  SAYS(RUN("audit", NULL, data, NULL),
       "{\"method\":\"da\",\"folds\":3,\"left_out\":0,\"judged\":");
  SAYS(RUN("audit", NULL, data, "{\"count\": 1}"), "\"labels\":[{\"row\":");
  WRONG(RUN("audit", NULL, data, "{\"method\": \"x\"}"), "x");
  CHECK_FAILS(semilin_run("audit", NULL, data, NULL, hear, &first, &json),
              SEMILIN_INTERRUPTED, "");
  WRONG(RUN("audit", NULL, NULL, NULL), "data must not be NULL");
  semilin_data_free(data);
}

void test_train(void) {
  every_kind_of_method_trains();
  options_are_checked();
  data_are_checked();
  a_callback_hears_the_run_and_ends_it();
  a_graph_is_given();
  options_are_tuned();
  label_sets_are_trained();
  rows_to_label_are_suggested();
  labels_are_audited();
}
