#include <stdexcept>
#include <utility>
#include <vector>

#include "semilin/base/error.h"
#include "semilin/verbs.h"

#include "c/json.h"

namespace semilin::c {
namespace {

// An object with the settings' defaults, values and help.
Json listed(const std::vector<Setting>& settings) {
  Json all = Json::object();
  for (const Setting& setting : settings) {
    const std::string values =
        setting.is_truth() ? "true or false" : setting.range(", ");
    all.emplace(json_name(setting.name),
                Json{{"default", json_of(setting)},
                     {"values", setting.list ? "list of " + values : values},
                     {"help", setting.help}});
  }
  return all;
}

std::string names_of(const std::vector<Setting>& settings) {
  const Json all = listed(settings);
  std::string text;
  for (const auto& [name, value] : all.items())
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

void take_settings(const std::vector<Setting>& settings, const Json& given) {
  for (const auto& [name, value] : given.items()) {
    bool known = value.is_null();
    for (const Setting& one : settings) {
      if (json_name(one.name) != name) continue;
      set_from(one, value);
      known = true;
    }
    if (!known)
      throw std::invalid_argument("there is no option '" + name +
                                  "' here, but: " + names_of(settings));
  }
}

double take_pause(Json& given) {
  double seconds = 0;
  set_from(setting_of("progress_seconds", seconds, kNotNegative, ""),
           given.value("progress_seconds", Json()));
  given.erase("progress_seconds");
  return seconds;
}

RunOptions run_from(Json given, const std::vector<Setting>& beside) {
  RunOptions run;
  if (const Json grids = given.value("tune", Json()); !grids.is_null()) {
    require(grids.is_object(), "tune must be an object, got " + text_of(grids));
    take_settings(settings_of(run.tune.emplace()), grids);
  }
  given.erase("tune");
  std::vector<Setting> settings = settings_of(run);
  take_settings(settings, {{"method", given.value("method", Json())}});
  const std::string& name = run.train.method;
  for (const std::vector<Setting>& more :
       {settings_of_method(method_named(name.empty() ? kCommittee : name),
                           run.train),
        beside})
    settings.insert(settings.end(), more.begin(), more.end());
  take_settings(settings, given);
  return run;
}

Json described_options(const std::string& what) {
  const auto of = [](auto options) { return listed(settings_of(options)); };
  if (what == "text") return of(VocabularyOptions());
  if (what == "source") return of(Source());
  if (what == "run") return of(RunOptions());
  if (what == "tune") return of(TuneOptions());
  if (what == "suggest") return of(SuggestRequest());
  if (what == "explain") return of(ExplainRequest());
  if (what == "evaluate") return of(EvaluateRequest());
  if (what == "audit") {
    Json all = of(AuditRequest());
    all.update(of(RunOptions()));
    return all;
  }
  TrainOptions options;
  return listed(settings_of_method(method_named(what), options));
}

}  // namespace semilin::c
