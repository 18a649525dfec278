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

/* Whether a text that the library gave away has `part`; frees it. */
int has(char* json, const char* part);

/* Eight rows: words 0 to 3 are about sport, 4 to 7 about music. The first have
   labels: none, two, or as many as are given. */
semilin_data* small_rows(void);
semilin_data* small_data(void);
semilin_data* labeled_data(int labeled);

/* The model of the data, and what a method trains on small_data. */
semilin_model* trained(const semilin_data* data, const char* options);
semilin_result* small_result(const char* options);
semilin_model* small_model(const char* options);

/* The files of tests. */
void test_corpus(void);
void test_data(void);
void test_text(void);
void test_train(void);
void test_model(void);
void test_library(void);
