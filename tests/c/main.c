/* c_tests NAME: runs a file of tests; fails if a check does. */
#include <stdio.h>
#include <string.h>

#include "check.h"

static int failures = 0;

void check(int holds, const char* what, const char* file, int line) {
  if (holds) return;
  ++failures;
  printf("%s:%d: not so: %s (last error: %s)\n", file, line, what,
         semilin_last_error());
}

void check_fails(semilin_status got, semilin_status expected, const char* part,
                 const char* what, const char* file, int line) {
  if (got == expected && strstr(semilin_last_error(), part) != NULL) return;
  ++failures;
  printf("%s:%d: %s gave %d, \"%s\"; expected %d, \"...%s...\"\n", file, line,
         what, got, semilin_last_error(), expected, part);
}

char* json = NULL;

int has(const char* part) {
  const int found = json != NULL && strstr(json, part) != NULL;
  if (!found) printf("no %s in %s\n", part, json == NULL ? "NULL" : json);
  semilin_free(json);
  json = NULL;
  return found;
}

/* The entries of small_rows. */
static const int32_t kOffsets[] = {0, 3, 6, 9, 12, 15, 18, 21, 24};
static const int32_t kIndices[] = {0, 1, 2, 4, 5, 6, 0, 1, 3, 4, 5, 7,
                                   0, 2, 3, 4, 6, 7, 1, 2, 3, 5, 6, 7};
static const float kValues[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

semilin_data* small_rows(void) {
  const semilin_csr rows = {8, 8, 24, kOffsets, kIndices, kValues, 32, 32, 32};
  semilin_data* data = NULL;
  OK(semilin_data_from_csr(&rows, &data));
  return data;
}

semilin_data* small_data(void) {
  return labeled_data(2);
}

semilin_data* labeled_data(int labeled) {
  int32_t labels[8];
  semilin_data* data = small_rows();
  for (int i = 0; i < 8; ++i)
    labels[i] = i < labeled ? 1 - i % 2 : -1;
  OK(semilin_data_set_labels(data, labels, "[\"music\", \"sport\"]", 0, NULL));
  return data;
}

semilin_result* result_of(const semilin_data* data, const char* options) {
  semilin_result* result = NULL;
  OK(semilin_train(data, NULL, options, NULL, NULL, &result));
  return result;
}

const int32_t* labels_in(const semilin_result* result, int64_t count) {
  const int32_t* labels = NULL;
  int64_t found = 0;
  OK(semilin_result_labels(result, &labels, &found));
  CHECK(found == count);
  return labels;
}

semilin_result* small_result(const char* options) {
  semilin_data* data = small_data();
  semilin_result* result = result_of(data, options);
  semilin_data_free(data);
  return result;
}

semilin_model* trained(const semilin_data* data, const char* options) {
  semilin_result* result = result_of(data, options);
  semilin_model* model = NULL;
  OK(semilin_result_model(result, 0, &model));
  semilin_result_free(result);
  return model;
}

semilin_model* small_model(const char* options) {
  semilin_data* data = small_data();
  semilin_model* model = trained(data, options);
  semilin_data_free(data);
  return model;
}

semilin_data* text_rows(const char* const* texts, int64_t count,
                        semilin_vocabulary** vocabulary) {
  semilin_text* text = NULL;
  semilin_data* data = NULL;
  OK(semilin_text_new(NULL, NULL, 0, &text));
  OK(semilin_text_add(text, texts, NULL, count));
  OK(semilin_text_finish(text, vocabulary, &data));
  semilin_text_free(text);
  return data;
}

int main(int argc, char** argv) {
  const struct {
    const char* name;
    void (*test)(void);
  } tests[] = {{"corpus_test", test_corpus},   {"data_test", test_data},
               {"library_test", test_library}, {"model_test", test_model},
               {"text_test", test_text},       {"train_test", test_train}};
  size_t i = 0;
  int found = 0;
  for (i = 0; argc == 2 && i < sizeof tests / sizeof *tests; ++i) {
    if (strcmp(argv[1], tests[i].name) != 0) continue;
    tests[i].test();
    found = 1;
  }
  if (!found) printf("usage: c_tests NAME\n");
  return found && failures == 0 ? 0 : 1;
}
