# From documents to labels: Rscript documents.R
source("semilin.R")

texts <- c("red wine with cheese", "the match and the goal",
           "white wine and cheese", "a goal for the team",
           "red wine, white wine", "the team won the match")
labels <- c("food", "sport", NA, NA, NA, NA)
fit <- semilin(texts, labels, method = "da", class_sizes = "equal")
print(fit$labels)
print(predict(fit, c("cheese and wine", "a team")))
save_model(fit, "documents.model")

# The same from a file, and what a file is predicted as.
write.csv(data.frame(body = texts, topic = labels), "news.csv",
          row.names = FALSE, na = "")
news <- semilin(corpus("news.csv", text_columns = "body", label_column = "topic"),
                method = "da", class_sizes = "equal")
print(identical(predict(news, corpus("news.csv")), fit$labels))

# A matrix: 10 comes behind 9, as a number.
x <- rbind(c(2, 0), c(0, 2), c(2, 1), c(1, 2))
print(predict(semilin(x, c(9, 10, NA, NA), method = "da"), x))

print(tryCatch(semilin(x, c(9, 10, NA, NA), method = "da", lambda = -1),
               error = conditionMessage))
