/* What the tests of the C interface share. They are C99. */
#pragma once

#include "semilin/c.h"

/* Counts a failure, and tells where it is, unless the condition holds. */
#define CHECK(condition) check(condition, #condition, __FILE__, __LINE__)
void check(int holds, const char* what, const char* file, int line);

/* The call succeeds. */
#define OK(call) CHECK((call) == SEMILIN_OK)

/* The call fails in this way, and the error's text has `part`. */
#define CHECK_FAILS(call, status, part) \
  check_fails(call, status, part, #call, __FILE__, __LINE__)
#define WRONG(call, part) CHECK_FAILS(call, SEMILIN_WRONG_ARGUMENT, part)
void check_fails(semilin_status got, semilin_status expected, const char* part,
                 const char* what, const char* file, int line);

/* The call, which has `&json` as an argument, succeeds and gives a text with
   `part`. */
#define SAYS(call, part) CHECK((call) == SEMILIN_OK && has(part))
extern char* json;
int has(const char* part); /* frees it */
#define RUN(verb, model, data, options) \
  semilin_run(verb, model, data, options, NULL, NULL, &json)

/* Eight rows: words 0 to 3 are about sport, 4 to 7 about music. The first have
   labels: none, two, or as many as are given. */
semilin_data* small_rows(void);
semilin_data* small_data(void);
semilin_data* labeled_data(int labeled);

/* What the data train, and the labels in it, which are so many. */
semilin_result* result_of(const semilin_data* data, const char* options);
const int32_t* labels_in(const semilin_result* result, int64_t count);

/* The model of the data, and what a method trains on small_data. */
semilin_model* trained(const semilin_data* data, const char* options);
semilin_result* small_result(const char* options);
semilin_model* small_model(const char* options);

/* The rows of texts, and if wanted their vocabulary. */
semilin_data* text_rows(const char* const* texts, int64_t count,
                        semilin_vocabulary** vocabulary);

/* The files of tests. */
void test_corpus(void);
void test_data(void);
void test_text(void);
void test_train(void);
void test_model(void);
void test_library(void);
