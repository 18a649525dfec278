/* semilin for R: .Call over semilin/c.h. semilin.R has the functions for
   people.

     R CMD SHLIB semilin.c   (PKG_CPPFLAGS, PKG_LIBS: where semilin is) */
#include <R.h>
#include <Rinternals.h>
#include <string.h>

#include "semilin/c.h"

/* Ends the call with the library's error. What was made so far has owners that
   R's collector knows. */
static void must(semilin_status status) {
  if (status != SEMILIN_OK) Rf_error("%s", semilin_last_error());
}

static void free_data(SEXP owner) {
  semilin_data_free(R_ExternalPtrAddr(owner));
}

static void free_text(SEXP owner) {
  semilin_text_free(R_ExternalPtrAddr(owner));
}

static void free_vocabulary(SEXP owner) {
  semilin_vocabulary_free(R_ExternalPtrAddr(owner));
}

static void free_result(SEXP owner) {
  semilin_result_free(R_ExternalPtrAddr(owner));
}

static void free_model(SEXP owner) {
  semilin_model_free(R_ExternalPtrAddr(owner));
}

/* An owner of a handle that is to come. */
static SEXP owner_of(R_CFinalizer_t release) {
  SEXP owner = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
  R_RegisterCFinalizer(owner, release);
  UNPROTECT(1);
  return owner;
}

static SEXP text_given(char* text) {
  SEXP copy = PROTECT(Rf_mkString(text));
  semilin_free(text);
  UNPROTECT(1);
  return copy;
}

/* Says which documents have a label; labels: NULL, or -1 where there is none.
 */
static void know_labeled(semilin_text* text, SEXP labels) {
  int64_t* labeled =
      (int64_t*)R_alloc((size_t)XLENGTH(labels), sizeof *labeled);
  int64_t count = 0;
  R_xlen_t i = 0;
  for (i = 0; i < XLENGTH(labels); ++i)
    if (INTEGER(labels)[i] >= 0) labeled[count++] = i;
  must(semilin_text_know(text, labeled, count, NULL));
}

/* The rows of a corpus (the JSON of its source), of documents (a character
   vector), or of a matrix that R has transposed, so that its rows are one after
   the other. vocabulary: an owner, empty if the documents themselves are to
   have one, with these labels. model: NULL, or the one that is to predict the
   rows. */
static SEXP rows_of(SEXP x, SEXP vocabulary, SEXP labels,
                    const semilin_model* model) {
  SEXP owner = PROTECT(owner_of(free_data));
  semilin_data* data = NULL;
  if (Rf_inherits(x, "semilin_corpus")) {
    semilin_vocabulary* held = NULL;
    must(semilin_corpus_read(CHAR(STRING_ELT(x, 0)), model, &data, NULL));
    R_SetExternalPtrAddr(owner, data);
    if (model == NULL) {
      must(semilin_data_vocabulary(data, &held));
      R_SetExternalPtrAddr(vocabulary, held);
    }
  } else if (TYPEOF(x) == REALSXP) {
    const int* shape = INTEGER(Rf_getAttrib(x, R_DimSymbol));
    must(semilin_data_from_dense(shape[1], shape[0], REAL(x), 64, &data));
    R_SetExternalPtrProtected(owner, x); /* which is borrowed */
  } else {
    SEXP texts = PROTECT(owner_of(free_text));
    semilin_text* text = NULL;
    semilin_vocabulary* learned = R_ExternalPtrAddr(vocabulary);
    R_xlen_t i = 0;
    must(semilin_text_new(NULL, learned, 0, &text));
    R_SetExternalPtrAddr(texts, text);
    for (i = 0; i < XLENGTH(x); ++i) {
      const char* document = Rf_translateCharUTF8(STRING_ELT(x, i));
      must(semilin_text_add(text, &document, NULL, 1));
    }
    if (labels != R_NilValue) know_labeled(text, labels);
    must(semilin_text_finish(text, learned == NULL ? &learned : NULL, &data));
    R_SetExternalPtrAddr(vocabulary, learned);
    UNPROTECT(1);
  }
  R_SetExternalPtrAddr(owner, data);
  UNPROTECT(1);
  return owner;
}

static void check_interrupt(void* nothing) {
  (void)nothing;
  R_CheckUserInterrupt();
}

/* Ends the run at Ctrl-C, with the best model so far. */
static int go_on(void* nothing, const char* record) {
  (void)record;
  return R_ToplevelExec(check_interrupt, nothing) ? 0 : 1;
}

SEXP r_class_names(SEXP names) {
  char* json = NULL;
  must(semilin_class_names(CHAR(STRING_ELT(names, 0)), &json));
  return text_given(json);
}

/* list(model, vocabulary, rows, labels, report, info); labels count from 0, -1:
   not known, and are NULL for those of a corpus; classes and options are JSON.
 */
SEXP r_fit(SEXP x, SEXP labels, SEXP classes, SEXP options) {
  SEXP fit = PROTECT(Rf_allocVector(VECSXP, 6));
  SEXP found = NULL, run = NULL;
  semilin_result* result = NULL;
  semilin_model* model = NULL;
  const int32_t* settled = NULL;
  int64_t count = 0;
  char* report = NULL;
  semilin_data* data = NULL;
  SET_VECTOR_ELT(fit, 0, owner_of(free_model));
  SET_VECTOR_ELT(fit, 1, owner_of(free_vocabulary));
  SET_VECTOR_ELT(fit, 2, rows_of(x, VECTOR_ELT(fit, 1), labels, NULL));
  data = R_ExternalPtrAddr(VECTOR_ELT(fit, 2));
  if (labels != R_NilValue)
    must(semilin_data_set_labels(data, INTEGER(labels),
                                 CHAR(STRING_ELT(classes, 0)), 0, NULL));
  run = PROTECT(owner_of(free_result));
  must(semilin_train(data, NULL, CHAR(STRING_ELT(options, 0)), go_on, NULL,
                     &result));
  R_SetExternalPtrAddr(run, result);
  must(semilin_result_model(result, 0, &model));
  R_SetExternalPtrAddr(VECTOR_ELT(fit, 0), model);
  must(semilin_result_labels(result, &settled, &count));
  found = SET_VECTOR_ELT(fit, 3, Rf_allocVector(INTSXP, count));
  memcpy(INTEGER(found), settled, sizeof *settled * (size_t)count);
  must(semilin_result_report(result, &report));
  SET_VECTOR_ELT(fit, 4, text_given(report));
  must(semilin_model_info(model, &report));
  SET_VECTOR_ELT(fit, 5, text_given(report));
  UNPROTECT(2);
  return fit;
}

/* The class of each row, from 0. */
SEXP r_predict(SEXP model, SEXP vocabulary, SEXP x) {
  semilin_model* by = R_ExternalPtrAddr(model);
  SEXP rows = PROTECT(rows_of(x, vocabulary, R_NilValue, by));
  SEXP found = R_NilValue;
  semilin_csr shape;
  must(semilin_data_arrays(R_ExternalPtrAddr(rows), &shape, NULL));
  found = PROTECT(Rf_allocVector(INTSXP, shape.rows));
  must(semilin_predict(by, R_ExternalPtrAddr(rows), 0, NULL, NULL,
                       INTEGER(found)));
  UNPROTECT(2);
  return found;
}

SEXP r_save(SEXP model, SEXP vocabulary, SEXP path) {
  must(semilin_model_write(R_ExternalPtrAddr(model),
                           R_ExternalPtrAddr(vocabulary),
                           CHAR(STRING_ELT(path, 0))));
  return R_NilValue;
}
