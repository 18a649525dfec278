// The graphs of members that several trainings share.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "semilin/learn/train.h"

namespace semilin {

class KeptGraphs {
 public:
  /// Gives the training the graph that its options make of the rows, and the
  /// options in use: the one of this name, if it was made so, otherwise a new
  /// one, which takes its place. Throws Interrupted.
  void take(std::string_view name, const CsrStore& rows,
            GraphTraining& training, int threads, const Progress& progress);

 private:
  struct Kept {
    std::string key;  // of the rows and the options
    GraphMaking making;
    Graph graph;
  };
  std::map<std::string, Kept, std::less<>> graphs_;
};

}  // namespace semilin
