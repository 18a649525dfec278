/* Files with all that stands beside them. */
#include <stdio.h>

#include "check.h"

static void write_text(const char* path, const char* text) {
  FILE* file = fopen(path, "w");
  CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void a_table_is_read_trained_on_and_predicted(void) {
  const char* source =
      "{\"path\": \"c_news.csv\", \"min_documents\": 1, "
      "\"text_columns\": [\"body\"], \"label_column\": \"topic\"}";
  semilin_data* data = NULL;
  semilin_data* more = NULL;
  semilin_model* model = NULL;
  int32_t labels[2] = {-1, -1};
  write_text("c_news.csv",
             "id,body,topic\na,goal team,sport\nb,goal match,sport\n"
             "c,loan bank,money\nd,bank share,money\ne,match team,\n");
  write_text("c_more.csv", "body\nteam match\nshare loan\n");
  SAYS(semilin_corpus_read(
           "{\"path\": [\"c_news.csv\", \"c_more.csv\"], \"purpose\": "
           "\"read\", \"text_columns\": [\"body\"]}",
           NULL, &data, &json),
       "\"lines\":[2,3,4,5,6,2,3]");
  semilin_data_free(data);
  SAYS(semilin_corpus_read(source, NULL, &data, &json),
       "{\"ids\":[\"a\",\"b\",\"c\",\"d\",\"e\"],\"lines\":[2,");
  model = trained(data, NULL);
  OK(semilin_corpus_read("{\"path\": \"c_more.csv\", \"purpose\": \"read\"}",
                         model, &more, NULL));
  OK(semilin_predict(model, more, 1, NULL, NULL, labels));
  CHECK(labels[0] == 1 && labels[1] == 0);
  semilin_data_free(data);
  semilin_data_free(more);
  semilin_model_free(model);
}

static void what_a_source_cannot_be_is_said(void) {
  semilin_data* data = NULL;
  write_text("c_one.csv", "text,label\ngoal team,sport\nbank,sport\n");
  WRONG(semilin_corpus_read("{}", NULL, &data, NULL),
        "source: there is no path");
  WRONG(semilin_corpus_read("{\"path\": []}", NULL, &data, NULL),
        "source: there is no path");
  CHECK_FAILS(
      semilin_corpus_read("{\"path\": \"no such file\"}", NULL, &data, NULL),
      SEMILIN_WRONG_DATA, "no such file");
  WRONG(semilin_corpus_read("{\"path\": 3}", NULL, &data, NULL),
        "path must be a text, got 3");
  WRONG(semilin_corpus_read("{\"path\": \"x\", \"format\": \"xml\"}", NULL,
                            &data, NULL),
        "format must be one of auto, labeled");
  WRONG(semilin_corpus_read("{\"path\": \"x\", \"lables\": []}", NULL, &data,
                            NULL),
        "there is no option 'lables' here");
  CHECK_FAILS(
      semilin_corpus_read("{\"path\": \"c_one.csv\", \"min_documents\": 1}",
                          NULL, &data, NULL),
      SEMILIN_WRONG_DATA, "at least two classes, found only 'sport'");
  CHECK(data == NULL);
  remove("c_one.csv");
  remove("c_news.csv");
  remove("c_more.csv");
}

void test_corpus(void) {
  a_table_is_read_trained_on_and_predicted();
  what_a_source_cannot_be_is_said();
}
