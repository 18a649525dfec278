# Semi-supervised classification in R: source("semilin.R") after
# R CMD SHLIB semilin.c, beside it.
#
#   fit <- semilin(texts, labels, method = "da")   # NA: no label
#   predict(fit, more_texts)
#   fit <- semilin(corpus("news.csv", label_column = "topic"))
#   predict(fit, corpus("more.csv"))
dyn.load("semilin.so")

# R's values as JSON.
as_json <- function(value) {
  if (is.list(value)) {
    parts <- Map(function(name, one) paste0('"', name, '":', as_json(one)),
                 names(value), value)
    return(paste0("{", paste(parts, collapse = ","), "}"))
  }
  text <- if (is.character(value)) encodeString(enc2utf8(value), quote = '"')
          else if (is.logical(value)) tolower(as.character(value))
          else format(value, digits = 17, trim = TRUE)
  if (length(text) == 1) text else paste0("[", paste(text, collapse = ","), "]")
}

# The classes in the library's order.
in_order <- function(classes) {
  json <- .Call("r_class_names", as_json(classes))
  place <- function(name) regexpr(as_json(name), json, fixed = TRUE)
  classes[order(vapply(classes, place, 0L))]
}

# The list of names that an object of JSON has under the key.
names_in <- function(json, key) {
  name <- '"(?:[^"\\\\]|\\\\.)*"'
  list <- sprintf('"%s":\\[(?:%s,?)*\\]', key, name)
  found <- regmatches(json, regexpr(list, json, perl = TRUE))
  names <- regmatches(found, gregexpr(name, found, perl = TRUE))[[1]][-1]
  vapply(names, function(one) eval(parse(text = one)), "", USE.NAMES = FALSE)
}

# Files, which are read as the command reads them; the rest: what docs/c.md lists
# of semilin_corpus_read, such as text_columns, labels or seed_words.
corpus <- function(path, ...) {
  structure(as_json(list(path = path.expand(path), ...)), class = "semilin_corpus")
}

rows <- function(x) {
  if (inherits(x, "semilin_corpus")) x
  else if (is.matrix(x)) t(x) + 0 else as.character(x)
}

# x: a corpus, documents, or a matrix with a row per document; y: a factor or
# texts, unless x is a corpus; the rest: options of the method, as semilin methods
# lists them, with _ for -.
semilin <- function(x, y = NULL, ...) {
  labels <- NULL
  classes <- character()
  if (!inherits(x, "semilin_corpus")) {
    y <- as.factor(y)
    classes <- in_order(levels(y))
    labels <- match(as.character(y), classes, nomatch = 0L) - 1L
  }
  fit <- .Call("r_fit", rows(x), labels, as_json(classes), as_json(list(...)))
  names(fit) <- c("model", "vocabulary", "rows", "labels", "report", "info")
  if (grepl('"multi_label":true,"features"', fit$info, fixed = TRUE))
    stop("sets of labels: expected one label for each document")
  fit$classes <- names_in(fit$info, "classes")
  fit$labels <- fit$classes[fit$labels + 1L]
  structure(fit, class = "semilin")
}

predict.semilin <- function(object, newdata, ...) {
  found <- .Call("r_predict", object$model, object$vocabulary, rows(newdata))
  object$classes[found + 1L]
}

# The model file that the command and Python read.
save_model <- function(fit, path) {
  invisible(.Call("r_save", fit$model, fit$vocabulary, path.expand(path)))
}
