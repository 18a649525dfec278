/* Documents as rows of a vocabulary. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const char* const kTexts[] = {"red wine", "white wine", "red roses",
                                     "white roses"};

/* The rows of the texts, of `vocabulary` or, if that points to NULL, of their
   own, which it then is. */
static semilin_data* rows_of(semilin_vocabulary** vocabulary) {
  semilin_text* text = NULL;
  semilin_data* data = NULL;
  const int own = *vocabulary == NULL;
  OK(semilin_text_new(own ? "{\"pieces\": \"no\"}" : NULL, *vocabulary, 1,
                      &text));
  OK(semilin_text_add(text, kTexts, NULL, 1));
  OK(semilin_text_add(text, kTexts + 1, NULL, 3));
  OK(semilin_text_add(text, NULL, NULL, 0));
  OK(semilin_text_finish(text, own ? vocabulary : NULL, &data));
  WRONG(semilin_text_add(text, kTexts, NULL, 1), "finished");
  WRONG(semilin_text_finish(text, NULL, &data), "finished");
  semilin_text_free(text);
  return data;
}

static void check_rows(const semilin_data* data) {
  semilin_csr rows;
  OK(semilin_data_arrays(data, &rows, NULL));
  CHECK(rows.rows == 4 && rows.columns == 4 && rows.entries == 8);
}

static void a_vocabulary_is_learnt_and_used(void) {
  semilin_vocabulary* vocabulary = NULL;
  semilin_vocabulary* again = NULL;
  semilin_data* data = rows_of(&vocabulary);
  char* bytes = NULL;
  size_t size = 0;
  check_rows(data);
  semilin_data_free(data);
  SAYS(semilin_vocabulary_info(vocabulary, &json),
       "\"documents\":4,\"terms\":[\"red\",\"roses\",\"white\",\"wine\"]");
  OK(semilin_vocabulary_to_bytes(vocabulary, &bytes, &size));
  semilin_vocabulary_free(vocabulary);
  OK(semilin_vocabulary_from_bytes(bytes, size, &again));
  data = rows_of(&again);
  check_rows(data);
  semilin_data_free(data);
  semilin_vocabulary_free(again);
  bytes[size / 2] ^= 1;
  CHECK_FAILS(semilin_vocabulary_from_bytes(bytes, size, &again),
              SEMILIN_WRONG_DATA, "bytes of a file");
  CHECK_FAILS(semilin_vocabulary_from_bytes(bytes, 3, &again),
              SEMILIN_WRONG_DATA, "bytes of a file");
  semilin_free(bytes);
}

static void lengths_tell_where_a_document_ends(void) {
  const char* const documents[] = {"one two\0three", NULL, "two three"};
  const int64_t lengths[] = {13, 0, 3};
  const int64_t negative[] = {-1};
  semilin_text* text = NULL;
  semilin_vocabulary* vocabulary = NULL;
  semilin_data* data = NULL;
  WRONG(semilin_text_new(NULL, NULL, 0, NULL), "text must not be NULL");
  OK(semilin_text_new("{\"pieces\": \"no\"}", NULL, 0, &text));
  OK(semilin_text_add(text, documents, lengths, 3));
  WRONG(semilin_text_add(text, documents, negative, 1), "length");
  WRONG(semilin_text_add(text, documents, NULL, 3),
        "a document must not be NULL");
  WRONG(semilin_text_add(text, NULL, NULL, 1), "documents must not be NULL");
  WRONG(semilin_text_add(text, documents, NULL, -1), "count");
  OK(semilin_text_finish(text, &vocabulary, &data));
  SAYS(semilin_vocabulary_info(vocabulary, &json),
       "\"documents\":3,\"terms\":[\"two\"]");
  semilin_vocabulary_free(vocabulary);
  semilin_data_free(data);
  semilin_text_free(text);
}

static void what_is_known_makes_terms(void) {
  const int64_t labeled[] = {1, 2}, absent[] = {3};
  const char* const documents[] = {"low interest rate", "rate of exchange",
                                   "interest of all"};
  const char* const words = "[\"interest rate\", \"low\"]";
  semilin_text* text = NULL;
  semilin_vocabulary* vocabulary = NULL;
  semilin_data* data = NULL;
  OK(semilin_text_new("{\"pieces\": \"no\"}", NULL, 1, &text));
  OK(semilin_text_add(text, documents, NULL, 3));
  WRONG(semilin_text_know(text, absent, 1, NULL), "numbers of documents");
  WRONG(semilin_text_know(text, NULL, 1, NULL), "labeled must not be NULL");
  WRONG(semilin_text_know(text, NULL, 0, "{}"), "words");
  OK(semilin_text_know(text, labeled, 2, words));
  OK(semilin_text_finish(text, &vocabulary, &data));
  SAYS(semilin_vocabulary_info(vocabulary, &json),
       "\"documents\":3,\"terms\":[\"interest\",\"of\",\"rate\",\"all\","
       "\"exchange\",\"interest rate\",\"low\"]");
  semilin_vocabulary_free(vocabulary);
  semilin_data_free(data);
  semilin_text_free(text);
}

static void wrong_options_are_refused(void) {
  semilin_text* text = NULL;
  semilin_vocabulary* vocabulary = NULL;
  WRONG(semilin_text_new("{\"letters\": 1}", NULL, 0, &text),
        "no option 'letters'");
  WRONG(semilin_text_new("{\"min_documents\": 0}", NULL, 0, &text),
        "min_documents must be > 0");
  WRONG(semilin_text_new("{\"stem\": \"latin\"}", NULL, 0, &text),
        "stem must be one of");
  WRONG(semilin_text_new("[]", NULL, 0, &text),
        "options must be a JSON object");
  WRONG(semilin_text_new(NULL, NULL, -1, &text), "threads");
  semilin_data_free(rows_of(&vocabulary));
  WRONG(semilin_text_new("{\"stem\": \"none\"}", vocabulary, 0, &text),
        "those of the vocabulary");
  semilin_vocabulary_free(vocabulary);
  CHECK(text == NULL);
}

static const char* const kPlain[] = {"wine and cheese", "cheese or wine",
                                     "goal and match", "match or goal"};

static void words_tell_the_classes(void) {
  const int32_t none[] = {-1, -1, -1, -1};
  const int32_t* labels = NULL;
  semilin_vocabulary* vocabulary = NULL;
  semilin_data* data = NULL;
  semilin_result* result = NULL;
  semilin_model* model = NULL;
  double before[4], after[4];
  data = text_rows(kPlain, 4, &vocabulary);
  OK(semilin_data_set_labels(data, none, "[\"food\", \"match\"]", 0, NULL));
  OK(semilin_data_set_seed_words(
      data, vocabulary, NULL,
      "{\"food\": [\"wine\", \"unheard\"], \"match\": null, "
      "\"chess\": [\"gambit\"]}"));
  SAYS(semilin_data_info(data, &json), "\"classes\":[\"food\",\"match\"]");
  SAYS(semilin_data_info(data, &json), "or in all of them: unheard");
  SAYS(semilin_data_info(data, &json), "\"vocabulary\":true");
  result = result_of(data, "{\"method\": \"da\"}");
  labels = labels_in(result, 4);
  CHECK(labels[0] == 0 && labels[1] == 0);
  CHECK(labels[2] == 1 && labels[3] == 1);
  semilin_result_free(result);
  OK(semilin_data_set_seed_words(data, NULL, "[\"a\", \"b\", \"c\", \"d\"]",
                                 "{\"food\": [\"b\"]}"));
  SAYS(semilin_data_info(data, &json), "\"classes\":[\"food\"]");
  CHECK_FAILS(semilin_train(data, NULL, NULL, NULL, NULL, &result),
              SEMILIN_WRONG_DATA, "at least two classes");
  WRONG(semilin_data_set_seed_words(data, vocabulary, NULL, "{\"food\": 1}"),
        "words must be a list");
  WRONG(semilin_data_set_seed_words(data, vocabulary, NULL, NULL),
        "words must not be NULL");
  OK(semilin_data_set_labels(data, none, "[]", 0, NULL));
  OK(semilin_data_set_votes(data, NULL,
                            "{\"rule\": [\"food\", \"food\", null, "
                            "\"match\"], \"none\": [\"\", null, null, null]}"));
  SAYS(semilin_data_info(data, &json), "\"classes\":[\"food\",\"match\"]");
  SAYS(semilin_data_info(data, &json), "voters without a vote: none");
  result = result_of(data, "{\"method\": \"da\"}");
  labels = labels_in(result, 4);
  CHECK(labels[0] == 0 && labels[1] == 0 && labels[3] == 1);
  semilin_result_free(result);
  WRONG(semilin_data_set_votes(data, NULL, "{\"a\": [\"food\"]}"),
        "a list of 4 classes or null");
  WRONG(semilin_data_set_votes(data, NULL, "{\"a\": [1, 2, 3, 4]}"),
        "names of classes, found 1");
  OK(semilin_data_set_labels(data, none, "[]", 0, NULL));
  OK(semilin_data_set_votes(
      data, NULL, "{\"rule\": [\"food\", \"food\", \"match\", \"match\"]}"));
  model = trained(data, "{\"method\": \"svm\", \"probabilities\": true}");
  OK(semilin_predict(model, data, 0, before, NULL, NULL));
  OK(semilin_data_set_votes(data, model,
                            "{\"rule\": [\"match\", null, null, null], "
                            "\"new\": [null, \"food\", null, null]}"));
  OK(semilin_predict(model, data, 0, after, NULL, NULL));
  CHECK(after[0] > before[0] && after[1] == before[1]);
  SAYS(semilin_data_info(data, &json),
       "the model does not know, which are ignored: new");
  CHECK_FAILS(semilin_data_set_votes(
                  data, model, "{\"rule\": [\"chess\", null, null, null]}"),
              SEMILIN_WRONG_DATA, "classes of the model, found 'chess'");
  semilin_model_free(model);
  semilin_vocabulary_free(vocabulary);
  semilin_data_free(data);
  data = small_rows();
  WRONG(semilin_data_set_seed_words(data, NULL, NULL, "{}"),
        "what are the columns called");
  semilin_data_free(data);
}

static void words_are_read_from_a_file(void) {
  const char* const path = "c_text_test.txt";
  FILE* file = fopen(path, "w");
  fputs("food: wine, cheese\n", file);
  fclose(file);
  SAYS(semilin_read_seed_words(path, &json),
       "{\"food\":[\"wine\",\"cheese\"]}");
  CHECK(remove(path) == 0);
  CHECK_FAILS(semilin_read_seed_words(path, &json), SEMILIN_WRONG_DATA, path);
  WRONG(semilin_read_seed_words(NULL, &json), "path must not be NULL");
}

void test_text(void) {
  words_tell_the_classes();
  words_are_read_from_a_file();
  a_vocabulary_is_learnt_and_used();
  lengths_tell_where_a_document_ends();
  what_is_known_makes_terms();
  wrong_options_are_refused();
}
