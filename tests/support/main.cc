// The main program of the tests, and their log: one line for each case as it
// starts and as it ends, which says more than an exit status (how many cases,
// which were skipped) and stays when the program crashes.
//
//   begun <TAB> seconds <TAB> name
//   passed | failed | skipped <TAB> seconds <TAB> name
//
// SEMILIN_TEST_LOG names the file; without it nothing is written.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <ios>

#include <doctest/doctest.h>

namespace {

// A case that cannot run says MESSAGE("SKIPPED: why") and returns.
class CaseLog : public doctest::IReporter {
 public:
  explicit CaseLog(const doctest::ContextOptions& /*options*/) {
    if (const char* path = std::getenv("SEMILIN_TEST_LOG")) file_.open(path);
  }

  void test_case_start(const doctest::TestCaseData& test) override {
    test_ = &test;
    skipped_ = false;
    write("begun", 0);
  }
  void log_message(const doctest::MessageData& message) override {
    const char* text = message.m_string.c_str();
    skipped_ = skipped_ || std::strncmp(text, "SKIPPED:", 8) == 0;
  }
  void test_case_end(const doctest::CurrentTestCaseStats& stats) override {
    const char* passed = skipped_ ? "skipped" : "passed";
    write(stats.testCaseSuccess ? passed : "failed", stats.seconds);
  }

  void report_query(const doctest::QueryData& /*in*/) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats& /*stats*/) override {}
  void test_case_reenter(const doctest::TestCaseData& /*test*/) override {}
  void test_case_exception(const doctest::TestCaseException& /*e*/) override {}
  void subcase_start(const doctest::SubcaseSignature& /*name*/) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData& /*data*/) override {}
  void test_case_skipped(const doctest::TestCaseData& /*test*/) override {}

 private:
  void write(const char* what, double seconds) {
    if (!file_.is_open()) return;
    file_ << what << '\t' << std::fixed << seconds << '\t' << test_->m_name
          << std::endl;
  }

  std::ofstream file_;
  const doctest::TestCaseData* test_ = nullptr;
  bool skipped_ = false;
};

REGISTER_LISTENER("case_log", 1, CaseLog);

}  // namespace
