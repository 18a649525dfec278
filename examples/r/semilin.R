# Semi-supervised classification in R: source("semilin.R") after
# R CMD SHLIB semilin.c, beside it.
#
#   fit <- semilin(texts, labels, method = "da")   # NA: no label
#   predict(fit, more_texts)
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

rows <- function(x) {
  if (is.matrix(x)) t(x) + 0 else as.character(x)
}

# x: documents, or a matrix with a row per document; y: a factor or texts; the
# rest: options of the method, as semilin methods lists them, with _ for -.
semilin <- function(x, y, ...) {
  y <- as.factor(y)
  classes <- in_order(levels(y))
  labels <- match(as.character(y), classes, nomatch = 0L) - 1L
  fit <- .Call("r_fit", rows(x), labels, as_json(classes), as_json(list(...)))
  names(fit) <- c("model", "vocabulary", "rows", "labels", "report")
  fit$labels <- classes[fit$labels + 1L]
  fit$classes <- classes
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
