// semilin convert: data, models and graphs from one format into another.
#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <utility>

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/io/store.h"
#include "semilin/linear/liblinear_model.h"
#include "semilin/matrix/label_sets.h"

#include "cli/data/data_options.h"
#include "cli/data/descriptions.h"
#include "cli/data/processes.h"

namespace semilin::cli {
namespace {

struct ConvertOptions {
  const CLI::App* command = nullptr;
  std::string input, output, to;
  bool quiet = false;
  std::string log;
  ReadOptions read;
};

// The formats of files by the endings of their names.
constexpr std::pair<std::string_view, std::string_view> kEndings[] = {
    {".svm", "svmlight"},  {".svmlight", "svmlight"},
    {".libsvm", "libsvm"}, {".txt", "svmlight"},
    {".store", "store"},   {".liblinear", "liblinear"},
    {".model", "model"},   {".semilin", "model"},
    {".graph", "graph"},   {".edges", "edges"}};

// Whether files of this format are text, which may be compressed.
bool is_text(std::string_view format) {
  return format == "svmlight" || format == "libsvm" || format == "edges";
}

std::string target_format(const ConvertOptions& options) {
  if (!options.to.empty()) return options.to;
  for (const auto& [ending, format] : kEndings)
    if ((is_text(format) ? without_gz(options.output) : options.output)
            .ends_with(ending))
      return std::string(format);
  throw UsageError(
      "cannot tell the format from the name '" + options.output +
      "': add --to svmlight, libsvm, store, liblinear, model, graph or edges");
}

void warn_of_integers(const std::string& output) {
  warn("LIBLINEAR needs integers as labels; " + class_map_path(output) +
       " lists the class of each");
}

void convert_model(const ConvertOptions& options, const std::string& format) {
  const LinearModel model = read_linear_model(options.input);
  if (format == "model") {
    write_archive(to_archive(model), options.output);
    return;
  }
  require_apart("the map of labels", class_map_path(options.output),
                *options.command);
  const bool mapped = write_liblinear(model, options.output);
  if (mapped && !options.quiet) warn_of_integers(options.output);
}

// The integers of the names, none of them 0 where 0 means that there is no
// label: so it does beside -1 and 1.
LiblinearLabels integers_for(const std::vector<std::string>& names,
                             bool zero_is_none) {
  LiblinearLabels integers = liblinear_labels(names);
  auto labels = integers.labels;
  const bool zero = std::find(labels.begin(), labels.end(), 0) != labels.end();
  if (zero_is_none && !zero) labels.push_back(0);
  std::sort(labels.begin(), labels.end());
  if (labels != std::vector{-1, 0, 1} && !(zero_is_none && zero))
    return integers;
  integers.renumbered = true;
  std::iota(integers.labels.begin(), integers.labels.end(), 1);
  return integers;
}

// Other programs read integers, with commas between those of a set.
void write_integer_labels(Dataset data, const ConvertOptions& options) {
  const LabelSets sets = label_sets(data);
  const auto has_none = [&](std::int32_t label) {
    return label == kUnlabeled || sets.of_class[label].empty();
  };
  const auto none =
      std::count_if(data.labels.begin(), data.labels.end(), has_none);
  const LiblinearLabels integers = integers_for(sets.names, none > 0);
  if (integers.renumbered && options.output != "-") {
    require_apart("the map of labels", class_map_path(options.output),
                  *options.command);
    write_class_map(integers.labels, sets.names, options.output);
    if (!options.quiet) warn_of_integers(options.output);
  }
  if (none > 0 && !options.quiet)
    warn(options.output + ": " + counted(none, noun_of(options.input)) +
         (none == 1 ? " has" : " have") +
         " no label and will be written with the label 0, which training takes "
         "for a class");
  std::vector<std::string> names;
  for (const std::int32_t label : data.labels) {
    std::vector<std::string> members;
    if (has_none(label))
      members.emplace_back("0");
    else
      for (const std::int32_t member : sets.of_class[label])
        members.push_back(std::to_string(integers.labels[member]));
    names.push_back(join_labels(std::move(members)));
  }
  set_labels(names, data, std::vector<bool>(names.size(), true));
  write_svmlight(data, options.output);
}

void convert_data(ConvertOptions options, const std::string& format) {
  require_rows(options.input);
  ProgressPrinter printer(options.quiet, options.log);
  options.read.progress = printer.progress();
  if (format != "store") {
    Dataset data = read_dataset({options.input}, options.read);
    if (format == "libsvm")
      write_integer_labels(std::move(data), options);
    else
      write_svmlight(data, options.output);
    return;
  }
  Attachments attachments;
  if (options.input != "-" && file_kind(options.input) == FileKind::Store) {
    attachments = open_store(options.input).attachments;
    if (!options.read.unlabeled_files.empty()) attachments.erase(kIdsKey);
    if (!keeps_labels(options.read)) attachments.erase(kDrawnKey);
  }
  convert_to_store({options.input}, options.read, options.output, attachments);
}

void convert_graph(const ConvertOptions& options, const std::string& format) {
  const Graph graph = read_graph(options.input);
  Json header = Json::object();
  if (content_of(options.input) == Content::Archive) {
    header = Json::parse(read_archive(options.input).header);
  }
  write_graph(graph, options.output, format == "edges",
              header.value("info", Json::object()).dump());
}

// The three kinds of content of a file.
std::string kind_of_format(const std::string& format) {
  if (format == "model" || format == "liblinear") return "a model";
  return format == "graph" || format == "edges" ? "a graph" : "data";
}

// Text may be rows or edges: the format of OUT decides.
std::string kind_of_input(const std::string& path, const std::string& target) {
  switch (content_of(path)) {
    case Content::Archive:
      return read_archive(path).kind == "graph" ? "a graph" : "a model";
    case Content::LiblinearModel:
      return "a model";
    case Content::Store:
      return "data";
    case Content::Data:
      break;
  }
  return target == "a graph" ? target : "data";
}

int convert(ConvertOptions options) {
  for (std::string* path : {&options.input, &options.output}) {
    if (!is_alone() && own_file(*path) == *path)
      throw UsageError(
          "mpirun: " + *path +
          ": expected %d, each process' number from 0, in both names");
    *path = own_file(*path);
  }
  share_work(options.read, options.quiet, options.log);
  options.read.check_rows = true;  // each process has its own file
  const std::string format = target_format(options);
  const std::string target = kind_of_format(format);
  const std::string kind = kind_of_input(options.input, target);
  if (kind != target) {
    throw UsageError(options.input + " holds " + kind + " and cannot become " +
                     format);
  }
  if (kind == "a model") {
    convert_model(options, format);
  } else if (kind == "a graph") {
    convert_graph(options, format);
  } else {
    convert_data(options, format);
  }
  if (!options.quiet && options.output != "-")
    say("Wrote " + options.output + ".");
  return 0;
}

}  // namespace

Command add_convert(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "convert", "turn data, models and graphs from one format into another");
  const auto options = std::make_shared<ConvertOptions>();
  options->command = command;
  command
      ->add_option(
          "IN", options->input,
          "svmlight text (plain, gzip, '-'), store, model, LIBLINEAR model or "
          "graph; recognized by content (edges as text: by the format of OUT); "
          "under mpirun %d in both names is each process' number")
      ->required();
  command
      ->add_option("OUT", options->output,
                   "file to write ('-': standard "
                   "output); ending in .gz: compressed text")
      ->required();
  add_value(*command, "--to FORMAT", options->to,
            "format of OUT: svmlight, libsvm (the same with integers for "
            "labels), store, liblinear, model, graph or edges (default: by its "
            "name: .svm .svmlight .txt, .libsvm, each with .gz or without; "
            ".store; .liblinear; .model .semilin; .graph; .edges, .edges.gz)")
      ->check(CLI::IsMember({"svmlight", "libsvm", "store", "liblinear",
                             "model", "graph", "edges"}));
  add_run_options(*command, options->read.threads, options->quiet,
                  &options->log);
  add_settings(*command, options->read, kDataGroup);
  return {command, [options] { return convert(*options); }};
}

}  // namespace semilin::cli
