#include "semilin/corpus.h"

#include "semilin/c.h"

#include "c/handles.h"
#include "c/json.h"

namespace semilin::c {
namespace {

Source source_from(Json rest) {
  const Json given = rest.value("path", Json());
  std::vector<std::string> paths;
  Setting path = setting_of("path", paths, kFile, "");
  set_from(path, given);
  require(!paths.empty() && !paths[0].empty(), "source: there is no path");
  rest.erase("path");
  Source source;
  source.path = paths[0];
  source.more.assign(paths.begin() + 1, paths.end());
  take_settings(settings_of(source), rest);
  return source;
}

}  // namespace
}  // namespace semilin::c

using namespace semilin::c;  // NOLINT(google-*): of C

semilin_status semilin_corpus_read(const char* source,
                                   const semilin_model* model,
                                   semilin_data** data, char** about) {
  return guarded([&] {
    const semilin::Source from = source_from(object_from(source, "source"));
    given(data, "data");
    semilin::Corpus corpus = model != nullptr ? read_corpus(from, *model->model)
                                              : semilin::read_corpus(from);
    if (about != nullptr)
      give(about, "about",
           text_of({{"ids", corpus.ids},
                    {"lines", corpus.lines},
                    {"drawn", corpus.drawn},
                    {"doubts", corpus.doubts},
                    {"labels", Json::parse(to_json(corpus.label_doubts))}}));
    give_new(data, "data", std::move(corpus));
  });
}
