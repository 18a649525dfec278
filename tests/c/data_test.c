/* Rows that are borrowed, copied, mapped or refused, and their labels. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const int64_t kOffsets[] = {0, 2, 2, 3};
static const int32_t kNarrow[] = {0, 2, 1};
static const int64_t kWide[] = {0, 2, 1};
static const double kValues[] = {1.5, 2, 3};

static semilin_csr three_rows(void) {
  const semilin_csr rows = {3, 3, 3, kOffsets, kNarrow, kValues, 64, 32, 64};
  return rows;
}

static void arrays_are_borrowed(void) {
  semilin_csr rows = three_rows();
  semilin_data* data = NULL;
  const int32_t* labels = NULL;
  OK(semilin_data_from_csr(&rows, &data));
  OK(semilin_data_arrays(data, &rows, &labels));
  CHECK(rows.rows == 3 && rows.columns == 3 && rows.entries == 3);
  CHECK(rows.offsets == kOffsets && rows.indices == kNarrow);
  CHECK(rows.values == kValues && rows.value_bits == 64);
  CHECK(labels[0] == -1 && labels[2] == -1);
  OK(semilin_data_arrays(data, NULL, NULL));
  semilin_data_free(data);
}

static void wide_indices_and_narrow_offsets_are_converted(void) {
  const int32_t narrow_offsets[] = {0, 2, 2, 3};
  semilin_csr rows = three_rows();
  semilin_data* data = NULL;
  rows.offsets = narrow_offsets;
  rows.offset_bits = 32;
  rows.indices = kWide;
  rows.index_bits = 64;
  OK(semilin_data_from_csr(&rows, &data));
  OK(semilin_data_arrays(data, &rows, NULL));
  CHECK(rows.offset_bits == 64 && rows.index_bits == 32);
  CHECK(((const int64_t*)rows.offsets)[3] == 3);
  CHECK(((const int32_t*)rows.indices)[1] == 2);
  CHECK(rows.values == kValues);
  semilin_data_free(data);
}

static void columns_that_do_not_ascend_are_sorted_in_a_copy(void) {
  const int32_t falling[] = {2, 0, 1}, twice[] = {2, 2, 1};
  semilin_csr rows = three_rows();
  semilin_data* data = NULL;
  rows.indices = falling;
  OK(semilin_data_from_csr(&rows, &data));
  OK(semilin_data_arrays(data, &rows, NULL));
  CHECK(((const int32_t*)rows.indices)[0] == 0);
  CHECK(((const double*)rows.values)[0] == 2);
  CHECK(((const double*)rows.values)[1] == 1.5);
  CHECK(falling[0] == 2 && kValues[0] == 1.5);
  semilin_data_free(data);
  rows = three_rows();
  rows.indices = twice;
  OK(semilin_data_from_csr(&rows, &data));
  WRONG(semilin_data_arrays(data, &rows, NULL), "row");
  semilin_data_free(data);
}

static void dense_rows_lose_their_zeros(void) {
  const float with_zeros[] = {1, 0, 2, 0, 0, 3};
  const double without[] = {1, 2, 3, 4};
  semilin_csr rows;
  semilin_data* data = NULL;
  OK(semilin_data_from_dense(2, 3, with_zeros, 32, &data));
  OK(semilin_data_arrays(data, &rows, NULL));
  CHECK(rows.entries == 3 && rows.value_bits == 32);
  CHECK(((const int64_t*)rows.offsets)[1] == 2);
  CHECK(((const int32_t*)rows.indices)[2] == 2);
  CHECK(((const float*)rows.values)[1] == 2);
  semilin_data_free(data);
  OK(semilin_data_from_dense(2, 2, without, 64, &data));
  OK(semilin_data_arrays(data, &rows, NULL));
  CHECK(rows.values == without);
  semilin_data_free(data);
  OK(semilin_data_from_dense(0, 5, NULL, 64, &data));
  semilin_data_free(data);
  WRONG(semilin_data_from_dense(1, 1, NULL, 64, &data),
        "values must not be NULL");
  WRONG(semilin_data_from_dense(1, 1, without, 16, &data),
        "value_bits must be 32 or 64");
  WRONG(semilin_data_from_dense(-1, 1, without, 64, &data), "rows must be");
}

static void vectors_stand_beside_the_rows(void) {
  const float numbers[] = {1, 0, 2, 0, 3, 0, 4, 0, 0, 1, 0, 2, 0, 3, 0, 4};
  const double bad[] = {0, 1, 2, 3, 4, 5, 6, -1};
  double outputs[8], again[8];
  semilin_data *data = small_data(), *rows = small_rows(), *vectors = NULL;
  semilin_model *model = NULL, *without = small_model("{\"method\": \"svm\"}");
  OK(semilin_data_from_dense(8, 2, numbers, 32, &vectors));
  OK(semilin_data_set_vectors(data, vectors, NULL));
  SAYS(semilin_data_info(data, &json), "\"columns\":10,");
  WRONG(semilin_data_set_vectors(data, vectors, NULL), "the rows have some");
  model = trained(data, "{\"method\": \"da\"}");
  SAYS(semilin_model_info(model, &json), "\"columns\":2");
  WRONG(semilin_predict(model, rows, 0, outputs, NULL, NULL),
        "needs vectors of 2 columns");
  WRONG(semilin_data_set_vectors(rows, vectors, without),
        "trained without vectors");
  OK(semilin_data_set_vectors(rows, vectors, model));
  OK(semilin_predict(model, rows, 0, outputs, NULL, NULL));
  OK(semilin_predict(model, data, 0, again, NULL, NULL));
  CHECK(memcmp(outputs, again, sizeof outputs) == 0);
  WRONG(semilin_predict(without, rows, 0, outputs, NULL, NULL),
        "trained without");
  WRONG(semilin_data_set_vectors(NULL, vectors, NULL), "data must not be NULL");
  semilin_data_free(vectors);
  semilin_data_free(rows);
  rows = small_rows();
  OK(semilin_data_from_dense(4, 2, bad, 64, &vectors));
  WRONG(semilin_data_set_vectors(rows, vectors, NULL), "expected 8 rows");
  semilin_data_free(vectors);
  OK(semilin_data_from_dense(8, 1, bad, 64, &vectors));
  WRONG(semilin_data_set_vectors(rows, vectors, model), "expected 2 columns");
  semilin_model_free(model);
  semilin_model_free(without);
  semilin_data_free(vectors);
  semilin_data_free(rows);
  semilin_data_free(data);
}

static void malformed_rows_are_refused(void) {
  const int64_t negative[] = {-5, 2, 1};
  const int64_t beyond[] = {0, 2, 2, 4};
  semilin_data* data = NULL;
  semilin_csr rows = three_rows();
  WRONG(semilin_data_from_csr(NULL, &data), "rows must not be NULL");
  WRONG(semilin_data_from_csr(&rows, NULL), "data must not be NULL");
  rows.offsets = NULL;
  WRONG(semilin_data_from_csr(&rows, &data), "offsets must not be NULL");
  rows.offsets = beyond;
  WRONG(semilin_data_from_csr(&rows, &data), "offsets end with 4");
  rows = three_rows();
  rows.indices = NULL;
  WRONG(semilin_data_from_csr(&rows, &data), "must not be NULL");
  rows.indices = negative;
  rows.index_bits = 64;
  WRONG(semilin_data_from_csr(&rows, &data), "columns must be");
  rows = three_rows();
  rows.columns = (int64_t)1 << 40;
  WRONG(semilin_data_from_csr(&rows, &data), "2^31 columns");
  rows.columns = 2; /* found where the rows are used */
  OK(semilin_data_from_csr(&rows, &data));
  WRONG(semilin_data_arrays(data, &rows, NULL), "row");
  semilin_data_free(data);
}

static void labels_are_set_as_a_whole_or_not_at_all(void) {
  const int32_t labels[] = {0, 1, -1, -1, -1, -1, -1, 1};
  const double costs[] = {1, 2, 1, 1, 1, 1, 1, 0.5};
  const int32_t* shown = NULL;
  semilin_data* data = small_rows();
  OK(semilin_data_set_labels(data, labels, "[\"1\", \"2\"]", 0, costs));
  WRONG(semilin_data_set_labels(data, labels, "{", 0, NULL),
        "classes must be JSON");
  WRONG(semilin_data_set_labels(data, labels, "[1, 2]", 0, NULL),
        "classes must be");
  WRONG(semilin_data_set_labels(data, labels, "[\"a\\u001b\", \"b\"]", 0, NULL),
        "classes: expected names without control characters");
  WRONG(semilin_data_set_labels(data, NULL, "[]", 0, NULL), "labels must not");
  WRONG(semilin_data_set_labels(NULL, labels, "[]", 0, NULL), "data must not");
  OK(semilin_data_arrays(data, NULL, &shown));
  CHECK(shown[1] == 1 && shown[7] == 1);
  SAYS(semilin_data_info(data, &json),
       "{\"rows\":8,\"columns\":8,\"entries\":24,\"value_bits\":32,"
       "\"classes\":[\"1\",\"2\"],\"multi_label\":false,");
  OK(semilin_data_set_labels(data, labels, "[\"a,b\", \"c\"]", 1, NULL));
  SAYS(semilin_data_info(data, &json), "\"labels\":[\"a\",\"b\",\"c\"]");
  semilin_data_free(data);
}

static void a_class_of_empty_rows_is_dropped(void) {
  const float values[] = {1, 0, 0, 1, 0, 0};
  const int32_t labels[] = {2, 0, 1};
  const int32_t* shown = NULL;
  semilin_data* data = NULL;
  OK(semilin_data_from_dense(3, 2, values, 32, &data));
  OK(semilin_data_set_labels(data, labels, "[\"a\", \"b\", \"c\"]", 0, NULL));
  OK(semilin_data_arrays(data, NULL, &shown));
  CHECK(shown[0] == 1 && shown[1] == 0 && shown[2] == -1);
  SAYS(semilin_data_info(data, &json), "\"classes\":[\"a\",\"c\"]");
  SAYS(semilin_data_info(data, &json), "labeled 'b' has a feature");
  semilin_data_free(data);
}

static void a_store_is_mapped(void) {
  char source[4200];
  semilin_data* data = NULL;
  semilin_vocabulary* vocabulary = NULL;
  semilin_csr rows;
  const int32_t* labels = NULL;
  const char* sources = getenv("SEMILIN_SOURCE_DIR");
  CHECK(sources != NULL && strlen(sources) < 4000);
  sprintf(source,
          "{\"path\": \"%s/tests/fuzz/corpus/store/vocabulary\", \"purpose\": "
          "\"read\"}",
          sources);
  OK(semilin_corpus_read(source, NULL, &data, NULL));
  SAYS(semilin_data_info(data, &json), "\"vocabulary\":true");
  OK(semilin_data_arrays(data, &rows, &labels));
  CHECK(rows.rows > 0 && rows.value_bits == 32 && labels != NULL);
  OK(semilin_data_vocabulary(data, &vocabulary));
  SAYS(semilin_vocabulary_info(vocabulary, &json), "\"terms\":[");
  semilin_vocabulary_free(vocabulary);
  semilin_data_free(data);
}

static void rows_have_no_vocabulary(void) {
  semilin_data* data = small_data();
  semilin_vocabulary* vocabulary = NULL;
  OK(semilin_data_vocabulary(data, &vocabulary));
  CHECK(vocabulary == NULL);
  WRONG(semilin_data_vocabulary(data, NULL), "vocabulary must not be NULL");
  semilin_data_free(data);
}

void test_data(void) {
  arrays_are_borrowed();
  wide_indices_and_narrow_offsets_are_converted();
  columns_that_do_not_ascend_are_sorted_in_a_copy();
  dense_rows_lose_their_zeros();
  vectors_stand_beside_the_rows();
  malformed_rows_are_refused();
  labels_are_set_as_a_whole_or_not_at_all();
  a_class_of_empty_rows_is_dropped();
  a_store_is_mapped();
  rows_have_no_vocabulary();
}
