/* From documents to labels in C: semilin/c.h. Prints the class of each
   document.

     cc documents.c $(pkg-config --cflags --libs semilin) -o documents

   (and -lstdc++ if the library is static). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "semilin/c.h"

/* Ends the program if a call failed. */
static void must(semilin_status status) {
  if (status == SEMILIN_OK) return;
  fprintf(stderr, "%s\n", semilin_last_error());
  exit(1);
}

/* One line of progress; 0: go on. */
static int show(void* context, const char* record) {
  fprintf(context, "%s\n", record);
  return 0;
}

int main(void) {
  const char* const texts[] = {
      "red wine with cheese",  "the match and the goal",
      "white wine and cheese", "a goal for the team",
      "red wine, white wine",  "the team won the match"};
  const int32_t known[] = {0, 1, -1, -1, -1, -1}; /* -1: not known */
  const char* const classes[] = {"food", "sport"};
  int32_t labels[6];
  semilin_text* text = NULL;
  semilin_vocabulary* vocabulary = NULL;
  semilin_data* data = NULL;
  semilin_result* result = NULL;
  semilin_model* model = NULL;
  int i = 0;

  must(semilin_text_new(NULL, NULL, 0, &text));
  must(semilin_text_add(text, texts, NULL, 6));
  must(semilin_text_finish(text, &vocabulary, &data));
  must(semilin_data_set_labels(data, known, "[\"food\", \"sport\"]", 0, NULL));
  must(semilin_train(data, NULL,
                     "{\"method\": \"da\", \"class_sizes\": \"equal\"}", show,
                     stderr, &result));
  must(semilin_result_model(result, 0, &model));
  must(semilin_model_write(model, vocabulary, "documents.model"));
  must(semilin_predict(model, data, 0, NULL, NULL, labels));
  for (i = 0; i < 6; ++i)
    printf("%s\t%s\n", classes[labels[i]], texts[i]);

  semilin_model_free(model);
  semilin_result_free(result);
  semilin_data_free(data);
  semilin_vocabulary_free(vocabulary);
  semilin_text_free(text);
  return 0;
}
