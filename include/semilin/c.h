// The C interface, for bindings to R, Julia, Rust, Go and Python. docs/c.md
// begins with an example.
//
// Functions return a status. After a failure semilin_last_error() has a
// message, and the outputs of the function are unchanged. Texts are UTF-8 that
// ends with a zero byte; options and reports are JSON. The caller frees texts
// and bytes that a function returns with semilin_free, and a handle with the
// function of its kind. Arrays that a function shows belong to the handle. A
// handle may be read by several threads at once, and changed by one. NULL may
// be freed. It may be passed as another argument only where this is documented.
#ifndef SEMILIN_C_H_
#define SEMILIN_C_H_

#include <stddef.h>
#include <stdint.h>

// NOLINTBEGIN(modernize-use-using, readability-identifier-naming): C
#ifdef __cplusplus
extern "C" {
#endif

/// The status of a call.
typedef enum semilin_status {
  SEMILIN_OK = 0,              ///< no error
  SEMILIN_WRONG_ARGUMENT = 1,  ///< an argument or an option is not valid
  SEMILIN_WRONG_DATA = 2,      ///< a file or the data cannot be used
  SEMILIN_INTERRUPTED = 3,     ///< the callback ended the call: no result
  SEMILIN_NO_MEMORY = 4,       ///< there was not enough memory
  SEMILIN_FAULT = 5            ///< anything else
} semilin_status;

/// Rows, and their labels if they have any.
typedef struct semilin_data semilin_data;
/// The terms of documents and their weights.
typedef struct semilin_vocabulary semilin_vocabulary;
/// Documents that become rows.
typedef struct semilin_text semilin_text;
/// A trained classifier.
typedef struct semilin_model semilin_model;
/// The result of a training: models, labels and a report.
typedef struct semilin_result semilin_result;

/// @name The library
/// @{

/// "x.y.z". Lives as long as the program.
const char* semilin_version(void);

/// The message of this thread's last failed call: one line, valid until the
/// thread's next failed call. Empty: none failed.
const char* semilin_last_error(void);

/// Frees a text or bytes that a function returned.
void semilin_free(void* text);

/// Describes the options of a method, whose name is `what`, of documents
/// ("text"), of semilin_corpus_read ("source"), of every semilin_train ("run"),
/// of its "tune", or of a verb of semilin_run, as an object {"lambda":
/// {"default": null, "values": "> 0", "help": "..."}, ...}; a default of null
/// means that the method or the data decide, or that there is none. With
/// "methods" it lists the methods: [{"name", "help", "semisupervised",
/// "linear", "graph", "label_sets"}, ...].
semilin_status semilin_describe(const char* what, char** json);

/// Sorts the names of classes as semilin_data_set_labels needs them, each once:
/// numbers first, by value, then the others by their bytes. `names` is a JSON
/// list; a list among the names is a set of labels, which becomes one name
/// ("a,b"; "," is the empty set).
semilin_status semilin_class_names(const char* names, char** json);

/// @}
/// @name Rows and labels
/// @{

/// Compressed sparse rows: row i has the values offsets[i] to offsets[i + 1] -
/// 1, each in another column; columns are counted from 0.
typedef struct semilin_csr {
  int64_t rows;         ///< how many
  int64_t columns;      ///< how many, below 2^31
  int64_t entries;      ///< length of `indices` and `values`
  const void* offsets;  ///< rows + 1 integers
  const void* indices;  ///< the column of each value, an integer
  const void* values;   ///< floating-point numbers
  int offset_bits;      ///< 32 or 64
  int index_bits;       ///< 32 or 64
  int value_bits;       ///< 32 (float) or 64 (double)
} semilin_csr;

/// Data of these rows, without labels. Values, 32-bit indices and 64-bit
/// offsets are borrowed, others are copied: the arrays must live, and not
/// change, until the data are freed. Rows whose columns do not ascend are
/// copied as well. The offsets' end and the number of columns are checked here,
/// rows where they are used.
semilin_status semilin_data_from_csr(const semilin_csr* rows,
                                     semilin_data** data);

/// The same for a dense matrix, row by row, of floats (value_bits 32) or
/// doubles (64). The values are borrowed, as above, if none of them is 0;
/// otherwise those that are not 0 are copied.
semilin_status semilin_data_from_dense(int64_t rows, int64_t columns,
                                       const void* values, int value_bits,
                                       semilin_data** data);

/// Reads data and everything that belongs to them, as the command does. source
/// is a JSON object. Its member "path" names a table of documents, a list of
/// tables, svmlight text, a .npy file, or a store, which is mapped. The other
/// members are optional, those of semilin_describe("source"): "purpose",
/// "labels", "text_columns", "separator", "vocabulary", "seed_words", "votes",
/// "min_documents", ...; where a list is expected, a text stands for a list of
/// one. A model that is trained on the data remembers how they are read.
///
/// model: NULL, or the model that is to predict the rows, which then have the
/// features of the model. semilin_data_vocabulary gives the vocabulary. about:
/// NULL, or it receives {"ids", "lines", "drawn", "doubts", "labels"}: the ids
/// of the rows, their lines, the probabilities with which they were drawn to be
/// labeled (each list may be empty), sentences about possible faults, and
/// possible faults of labels: {"replaced": the number of labels that a later
/// one contradicts, "single": classes with one label beside larger ones,
/// "empty_tables": tables without labels}.
semilin_status semilin_corpus_read(const char* source,
                                   const semilin_model* model,
                                   semilin_data** data, char** about);

/// Sets the labels, which are copied. labels: one per row, a position in
/// `classes`, or -1 where it is not known; classes: a JSON list of names in the
/// order of semilin_class_names; multi_label: whether each name is a set of
/// labels; costs: NULL, or the weight of each row's loss, >= 0. A class is
/// dropped if all its rows are empty, and these rows then have no label;
/// semilin_data_info has the classes that are left.
semilin_status semilin_data_set_labels(semilin_data* data,
                                       const int32_t* labels,
                                       const char* classes, int multi_label,
                                       const double* costs);

/// Puts a vector, such as an embedding, beside the features of each row.
/// `vectors` are data with as many rows, whose labels are not used. Then
/// methods for words use the features, methods on a graph use the vectors, and
/// linear ones use both. model: NULL for data to train on, where the vectors
/// are scaled so that both parts have the same mean norm; otherwise the model
/// that is to predict the rows, which was trained with vectors. Both are
/// copied, and seed words are forgotten.
semilin_status semilin_data_set_vectors(semilin_data* data,
                                        const semilin_data* vectors,
                                        const semilin_model* model);

/// {"rows", "columns", "entries", "value_bits", "classes", "multi_label",
/// "labels", "vocabulary", "doubts"}: "labels" are the names of the columns of
/// predicted label sets, otherwise the classes; "vocabulary" says whether there
/// is one; "doubts" are sentences about what may be wrong with labels and seed
/// words.
semilin_status semilin_data_info(const semilin_data* data, char** json);

/// Shows the rows, which are checked, and the labels, one per row; either may
/// be NULL. Offsets have 64 bits, and indices 32.
semilin_status semilin_data_arrays(const semilin_data* data, semilin_csr* rows,
                                   const int32_t** labels);

/// The vocabulary that the data were read with; NULL if there was none.
semilin_status semilin_data_vocabulary(const semilin_data* data,
                                       semilin_vocabulary** vocabulary);

/// Reads keywords of classes from a file that `semilin train --seed-words`
/// reads, as {"class": ["word", ...], ...}.
semilin_status semilin_read_seed_words(const char* path, char** json);

/// Keywords of classes train as labeled rows do, so that a class that has some
/// needs none. words: an object {"class": ["word", ...], ...}, in which null
/// stands for the words of the class's own name; its classes are added to those
/// of the labels. The names of the columns are the terms of `vocabulary`, which
/// the data and their models then hold (with "{}" this is all that happens). If
/// it is NULL, they are `columns`, a JSON list of names; if that is NULL, too,
/// the terms of the vocabulary that the data were read with. Call it after
/// semilin_data_set_labels, which forgets them. A class is dropped if no row
/// has its label or contains one of its words.
semilin_status semilin_data_set_seed_words(semilin_data* data,
                                           const semilin_vocabulary* vocabulary,
                                           const char* columns,
                                           const char* words);

/// Gives rows without a label the labels that follow from the votes of rules,
/// models or annotators, as `semilin train --votes` does. votes: {"voter":
/// ["class", null, ...], ...} in JSON, a list of as many items as there are
/// rows for each voter, null or "" where it abstains (also "nan", "none",
/// "null", "abstain", and "-1" beside "0" or words, if no label has these).
/// Call it after semilin_data_set_labels and before
/// semilin_data_set_seed_words. model: NULL for data to train on; otherwise the
/// model that is to predict the rows, which was trained with votes and
/// "probabilities": then semilin_predict counts the votes together with the
/// rows.
semilin_status semilin_data_set_votes(semilin_data* data,
                                      const semilin_model* model,
                                      const char* votes);

/// Frees the data. Models do not need them, see semilin_data_from_csr.
void semilin_data_free(semilin_data* data);

/// @}
/// @name Documents
/// @{

/// Begins to turn documents into rows. The features are those of `vocabulary`,
/// which is not needed afterwards; if it is NULL, a vocabulary is learned from
/// the documents, with the options of semilin_describe("text")
/// (NULL or "{}": all defaults). threads 0: all available; it never changes a
/// result.
semilin_status semilin_text_new(const char* options,
                                const semilin_vocabulary* vocabulary,
                                int threads, semilin_text** text);

/// Adds documents, a row each. lengths: the bytes of each document; NULL: each
/// ends with a zero byte. The documents are not needed afterwards.
semilin_status semilin_text_add(semilin_text* text,
                                const char* const* documents,
                                const int64_t* lengths, int64_t count);

/// Says what is known of the documents added so far, before their vocabulary is
/// learned. `labeled` has the `count` numbers, from 0, of those with a label:
/// if most have one, all their words are terms. `words` is a JSON list of the
/// seed words, or NULL: these are terms, too, and so are those of several
/// words. A vocabulary that was given does not change.
semilin_status semilin_text_know(semilin_text* text, const int64_t* labeled,
                                 int64_t count, const char* words);

/// Gives the rows of the documents added and their vocabulary (NULL: not
/// wanted), which may be empty. Afterwards only semilin_text_free may be
/// called.
semilin_status semilin_text_finish(semilin_text* text,
                                   semilin_vocabulary** vocabulary,
                                   semilin_data** data);

/// Frees the handle.
void semilin_text_free(semilin_text* text);

/// {"documents", "terms": [...], "idf": [...]}: column j stands for the term j.
semilin_status semilin_vocabulary_info(const semilin_vocabulary* vocabulary,
                                       char** json);

/// Gives the bytes of a vocabulary file.
semilin_status semilin_vocabulary_to_bytes(const semilin_vocabulary* vocabulary,
                                           char** bytes, size_t* size);

/// Makes a vocabulary from such bytes.
semilin_status semilin_vocabulary_from_bytes(const char* bytes, size_t size,
                                             semilin_vocabulary** vocabulary);

/// Frees the vocabulary.
void semilin_vocabulary_free(semilin_vocabulary* vocabulary);

/// @}
/// @name Training
/// @{

/// Called with `context` and a record of the run: {"stage", "iteration",
/// "unit", "seconds", "objective", "fraction_done", "text"}. Returns 0 to
/// continue; otherwise the run ends with the best model so far. Called by the
/// thread that trains. It must neither throw nor use longjmp.
typedef int (*semilin_progress)(void* context, const char* record);

/// Trains on data in which at least two classes have a label or a keyword.
///
/// options: NULL, or a JSON object of the options of the method and those of
/// every run, named as in semilin_describe; null stands for the default. The
/// default of "method" is "committee", which is "svm" if all rows are labeled,
/// and "da" for label sets. "class_sizes" and "class_weights" may also be
/// numbers in the order of the classes. Further members:
///
/// - "progress_seconds": default 0; the least time between two calls of
///   `progress`;
/// - "tune": an object of the options of semilin_describe("tune"); the options
///   are then chosen by cross-validation from its lists (an empty list is the
///   default grid).
///
/// graph: NULL, or rows x rows symmetric weights, which a graph method takes
/// instead of nearest neighbors. progress: NULL, or a function that is called
/// with `context`.
semilin_status semilin_train(const semilin_data* data,
                             const semilin_data* graph, const char* options,
                             semilin_progress progress, void* context,
                             semilin_result** result);

/// {"summary": what `semilin train --summary` writes, "advice": a sentence or
/// two, "warnings": a list of sentences, "tuning": what `semilin tune --json`
/// prints, without its model, if options were tuned}.
semilin_status semilin_result_report(const semilin_result* result, char** json);

/// Shows the class that training decided on for each row, and the length of
/// this array; for label sets, rows x labels of 0 and 1.
semilin_status semilin_result_labels(const semilin_result* result,
                                     const int32_t** labels, int64_t* count);

/// Gives the model, or, if `supervised` is not 0, the supervised SVM for
/// comparison. The handle outlives the result.
semilin_status semilin_result_model(const semilin_result* result,
                                    int supervised, semilin_model** model);

/// Frees the result.
void semilin_result_free(semilin_result* result);

/// @}
/// @name Models
/// @{

/// Reads a model file, of semilin or of LIBLINEAR.
semilin_status semilin_model_read(const char* path, semilin_model** model);

/// Writes the model file that `semilin predict` reads; with a vocabulary (NULL:
/// that of the training data, if any) the model also predicts documents. The
/// file appears complete or not at all.
semilin_status semilin_model_write(const semilin_model* model,
                                   const semilin_vocabulary* vocabulary,
                                   const char* path);

/// Gives the bytes of that file.
semilin_status semilin_model_to_bytes(const semilin_model* model,
                                      const semilin_vocabulary* vocabulary,
                                      char** bytes, size_t* size);

/// Makes a model from such bytes.
semilin_status semilin_model_from_bytes(const char* bytes, size_t size,
                                        semilin_model** model);

/// {"classes", "multi_label", "features", "outputs", "linear", "probabilities",
/// "vocabulary", "info", "vectors"}: "linear", "probabilities" and "vocabulary"
/// say whether the model has weights of single features, a calibration and a
/// vocabulary; "info" records how it was made; "vectors" is null, or {"first",
/// "columns", "scale"} for the vectors that rows need
/// (semilin_data_set_vectors): "columns" numbers behind "first" features.
semilin_status semilin_model_info(const semilin_model* model, char** json);

/// The vocabulary that the model's file held; NULL if it held none.
semilin_status semilin_model_vocabulary(const semilin_model* model,
                                        semilin_vocabulary** vocabulary);

/// Shows the weights, features x outputs row by row, and for each output a
/// number that is added. Both are NULL for a model without weights of single
/// features.
semilin_status semilin_model_weights(const semilin_model* model,
                                     const double** weights,
                                     const double** intercepts);

/// Predicts the rows. Each array may be NULL, and is otherwise filled: outputs,
/// rows x outputs (one for two classes, positive for the second);
/// probabilities, rows x classes, of a model that has a calibration; labels, a
/// position in the model's classes for each row, or for label sets rows x
/// labels of 0 and 1. threads 0: all available.
semilin_status semilin_predict(const semilin_model* model,
                               const semilin_data* rows, int threads,
                               double* outputs, double* probabilities,
                               int32_t* labels);

/// Does what the command `verb` does, and gives its report, the JSON object
/// that the command prints with --json (docs/json.schema.json), in which rows
/// and features count from 0. Where something is not wanted model and data are
/// NULL, and options are NULL or an object of those of semilin_describe(verb)
/// and "progress_seconds":
///
/// - "suggest": rows to label next, with the model that was trained on the data
///   or without one;
/// - "audit": labels that look wrong, the most doubtful first. It also has the
///   options of semilin_train; the default of "method" is that of `semilin
///   audit`;
/// - "explain": what the terms of a document add to the score of a class. The
///   data have the vectors that the model needs;
/// - "decide": the predictions of the model that are sure enough;
/// - "evaluate": the predictions of the model against the labels of the data.
semilin_status semilin_run(const char* verb, const semilin_model* model,
                           const semilin_data* data, const char* options,
                           semilin_progress progress, void* context,
                           char** json);

/// Frees the model.
void semilin_model_free(semilin_model* model);

/// @}

#ifdef __cplusplus
}
#endif
// NOLINTEND(modernize-use-using, readability-identifier-naming)

#endif  // SEMILIN_C_H_
