#include "linear/checkpoint.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <nlohmann/json.hpp>

#include "semilin/base/error.h"

#include "base/whole_number.h"

namespace semilin {
namespace {

using Json = nlohmann::json;  // files do not keep the order of names

double sum(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// What a run must have in common with the one that it continues. JSON writes
// doubles so that they are read back bit by bit.
std::string origin_of(const OutputBatch& batch, const ClassSizes& wanted,
                      std::string_view method) {
  const LinearOptions& options = batch.options();
  Json json = {{"version", 3},
               {"method", method},
               {"sizes", wanted.sizes},
               {"sizes drift", wanted.drift},
               {"class_weights", options.class_weights}};
  describe(options, [&json](const std::string& name, const auto& field,
                            const auto&, const auto&) {
    if (name != "threads") json[name] = printable(field);
  });
  if (batch.ranks().many()) json["ranks"] = batch.ranks().size();
  json["lambda"] = batch.lambda();  // the default as well
  const LinearSummary& summary = batch.summary;
  json["rows"] = summary.rows;
  json["labeled"] = summary.labeled;
  if (batch.data().seeds > 0) json["seeds"] = batch.data().seeds;
  json["nonzeros"] = summary.nonzeros;
  json["supervised"] = {batch.objective(),
                        batch.ranks().total(sum(batch.outputs_block()))};
  return json.dump();
}

// Empty if it is damaged.
Json header_of(const Archive& archive) {
  const Json header = Json::parse(archive.header, nullptr, false);
  return header.is_object() ? header : Json::object();
}

// The first name under which they differ.
std::string difference(const Json& ours, const Json& theirs) {
  for (const auto& [name, value] : ours.items()) {
    if (!theirs.contains(name) || theirs[name] != value) return name;
  }
  return "nothing";
}

std::vector<std::pair<const char*, Index LinearSummary::*>> counts() {
  return {{"retrainings", &LinearSummary::retrainings},
          {"newton", &LinearSummary::newton_iterations},
          {"cg", &LinearSummary::cg_iterations},
          {"switches", &LinearSummary::switches},
          {"products", &LinearSummary::products},
          {"early_rows", &LinearSummary::early_rows}};
}

// With one, a loop would not end.
bool has_nan(const Archive& archive) {
  return std::any_of(
      archive.arrays.begin(), archive.arrays.end(), [&](const auto& one) {
        if (one.second.type != ArrayType::Float64) return false;
        const auto numbers = archive.get<double>(one.first);
        return std::any_of(numbers.begin(), numbers.end(),
                           [](double x) { return std::isnan(x); });
      });
}

bool all_finite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [](double x) { return std::isfinite(x); });
}

}  // namespace

void require_state(bool sound) {
  if (!sound)
    throw DataError(
        "expected a checkpoint of a run, found numbers that no run has");
}

Checkpointer::Checkpointer(const Checkpoint& checkpoint,
                           const std::function<std::string()>& origin)
    : checkpoint_(checkpoint) {
  if (checkpoint.save || checkpoint.resume) origin_ = origin();
  if (checkpoint.resume == nullptr) return;
  const Archive& archive = *checkpoint.resume;
  if (archive.kind != kCheckpointKind) {
    throw DataError("expected a checkpoint, found '" + archive.kind + "'");
  }
  const Json ours = Json::parse(origin_);
  const Json theirs = header_of(archive).value("origin", Json::object());
  if (ours != theirs) {
    throw DataError(
        "expected a checkpoint of a run with the same data and options, found "
        "another in: " +
        difference(ours, theirs));
  }
  require_state(!has_nan(archive));
}

bool Checkpointer::is_due() const {
  return checkpoint_.save && since_last_.seconds() >= checkpoint_.seconds;
}

void Checkpointer::save(const std::function<void(Archive&)>& fill) {
  Archive archive;
  archive.kind = kCheckpointKind;
  fill(archive);
  Json header = header_of(archive);
  header["origin"] = Json::parse(origin_);
  archive.header = header.dump();
  checkpoint_.save(archive);
  since_last_ = Stopwatch();
}

BatchCheckpointer::BatchCheckpointer(const Checkpoint& checkpoint,
                                     OutputBatch& batch,
                                     const ClassSizes& wanted,
                                     std::string_view method)
    : checkpoint_(checkpoint), batch_(batch), checkpointer_(checkpoint, [&] {
        return origin_of(batch, wanted, method);
      }) {}

std::optional<BatchCheckpointer::State> BatchCheckpointer::resume() {
  if (checkpoint_.resume == nullptr) return std::nullopt;
  const Archive& archive = *checkpoint_.resume;
  OutputBatch::Snapshot snapshot = {
      archive.get<double>("weights"), archive.get<double>("outputs"),
      archive.get<double>("beliefs"), archive.get<double>("objectives")};
  require_state(all_finite(snapshot.weights) && all_finite(snapshot.outputs) &&
                all_finite(snapshot.beliefs) &&
                all_finite(snapshot.objectives));
  batch_.restore(std::move(snapshot));
  const Json counted = header_of(archive).value("counts", Json::object());
  try {
    for (const auto& [name, count] : counts())
      batch_.summary.*count = whole_number<Index>(counted.at(name));
  } catch (const Json::exception& error) {
    throw DataError(std::string("bad checkpoint: ") + error.what());
  }
  return archive.get<double>("state");
}

void BatchCheckpointer::offer(const State& state) {
  if (!batch_.ranks().first_says(checkpointer_.is_due())) return;
  const OutputBatch::Snapshot snapshot = batch_.snapshot();
  if (batch_.ranks().rank() > 0) return;
  checkpointer_.save([&](Archive& archive) {
    Json header;
    for (const auto& [name, count] : counts())
      header["counts"][name] = batch_.summary.*count;
    archive.header = header.dump();
    archive.put<double>("weights", snapshot.weights);
    archive.put<double>("outputs", snapshot.outputs);
    archive.put<double>("beliefs", snapshot.beliefs);
    archive.put<double>("objectives", snapshot.objectives);
    archive.put<double>("state", state);
  });
}

}  // namespace semilin
