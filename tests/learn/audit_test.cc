#include "semilin/learn/audit.h"

#include "support/training.h"

namespace semilin::test {
namespace {

// Every tenth labeled row gets the next class.
std::set<Index> flip_tenth(Dataset& data) {
  std::set<Index> flipped;
  Index seen = 0;
  const auto classes = static_cast<std::int32_t>(data.classes.size());
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    if (data.labels[i] == kUnlabeled || seen++ % 10 != 0) continue;
    data.labels[i] = (data.labels[i] + 1) % classes;
    flipped.insert(static_cast<Index>(i));
  }
  return flipped;
}

TEST_CASE("an audit finds flipped labels first, and the true ones for them") {
  for (const int classes : {2, 3}) {
    auto corpus = topics(classes, 400, 60, 1);
    const std::set<Index> flipped = flip_tenth(corpus.data);
    for (const std::string_view method : {kRls, kSvm, kDa}) {
      const Audit found = audit(corpus.data, one_thread(method));
      CHECK(found.folds == 5);
      CHECK(found.left_out == 0);
      REQUIRE(static_cast<Index>(found.labels.size()) == corpus.data.labeled());
      std::size_t hits = 0;
      for (std::size_t i = 0; i < found.labels.size(); ++i) {
        const AuditedLabel& one = found.labels[i];
        CHECK(one.given == corpus.data.labels[one.row]);
        CHECK(one.suggested != one.given);
        CHECK((one.p_wrong > 0 && one.p_wrong < 1));
        CHECK((one.p_suggested > 0 && one.p_suggested <= one.p_wrong + 1e-12));
        if (i > 0) CHECK(one.p_wrong <= found.labels[i - 1].p_wrong);
        hits += i < found.labels.size() / 5 && flipped.contains(one.row) &&
                        one.suggested == corpus.truth[one.row]
                    ? 1
                    : 0;
      }
      CHECK(hits >= 0.7 * static_cast<double>(flipped.size()));
    }
  }
}

TEST_CASE("most labels are right, which an audit believes") {
  auto corpus = topics(3, 400, 30, 1);
  const Audit found = audit(corpus.data, one_thread(kDa));
  double sum = 0;
  for (const AuditedLabel& one : found.labels) {
    CHECK(one.given == corpus.truth[one.row]);
    CHECK(one.p_wrong < 0.5);
    sum += one.p_wrong;
  }
  CHECK(found.expected_wrong == doctest::Approx(sum));
  CHECK(sum < 0.08 * static_cast<double>(found.labels.size()));
  flip_tenth(corpus.data);
  const double wrong = audit(corpus.data, one_thread(kDa)).expected_wrong;
  CHECK(wrong > 0.05 * static_cast<double>(found.labels.size()));
  CHECK(wrong < 0.15 * static_cast<double>(found.labels.size()));
}

TEST_CASE("a label whose model knows nothing is probably right") {
  // features say nothing, so that p(label) is about 1/2
  Dataset data = topics(2, 100, 50, 1).data;
  Random random(3);
  random.shuffle(data.labels);
  for (const AuditedLabel& one : audit(data, one_thread(kSvm)).labels)
    CHECK(one.p_wrong < 0.3);  // 1 - p was at least that
}

TEST_CASE("an audit beside very many unlabeled rows names the right rows") {
  auto corpus = topics(2, 20400, 40, 1);
  const std::set<Index> flipped = flip_tenth(corpus.data);
  REQUIRE(corpus.data.rows.rows() - corpus.data.labeled() > 20000);
  const Audit found = audit(corpus.data, one_thread(kNbEm));
  REQUIRE(static_cast<Index>(found.labels.size()) == corpus.data.labeled());
  std::size_t hits = 0;
  for (std::size_t i = 0; i < found.labels.size(); ++i) {
    const AuditedLabel& one = found.labels[i];
    CHECK(one.given == corpus.data.labels[one.row]);
    hits += i < found.labels.size() / 5 && flipped.contains(one.row) ? 1 : 0;
  }
  CHECK(hits >= 0.7 * static_cast<double>(flipped.size()));
}

TEST_CASE("the only row of a class is left out, and few rows are refused") {
  auto corpus = topics(3, 100, 6, 1);
  Index kept = 0;
  for (std::int32_t& label : corpus.data.labels)
    if (label == 2 && ++kept > 1) label = kUnlabeled;
  const Audit found = audit(corpus.data, one_thread(kSvm));
  CHECK(found.left_out == 1);
  CHECK(found.labels.size() == 12);
  CHECK_THROWS_AS((void)audit(topics(2, 40, 1, 1).data, {}), DataError);
  CHECK(audit(corpus.data, one_thread(kDa), stop_at_once).folds == 0);
}

TEST_CASE("few labels beside unlabeled rows are audited by annealing") {
  Dataset data = topics(2, 100, 10, 1).data;
  CHECK(audit_method(data) == kDa);
  for (std::int32_t& label : data.labels)
    label = std::max(label, 0);
  CHECK(audit_method(data) == kRls);
}

}  // namespace
}  // namespace semilin::test
