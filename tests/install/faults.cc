// Catches what the library throws, each by its own type.
#include <iostream>
#include <stdexcept>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/io/dataset_file.h"
#include "semilin/matrix/dataset.h"

namespace {

bool catches_data_error() try {
  (void)semilin::read_dataset({"no such file"});
  return false;
} catch (const semilin::DataError&) {
  return true;
}

// A column beyond the last.
semilin::CsrStore broken_rows() {
  semilin::CsrMatrix<float> rows{1, {0}, {}, {}};
  rows.columns = {1};
  rows.values = {1};
  rows.end_row();
  return semilin::CsrStore(std::move(rows));
}

bool catches_invalid_argument() try {
  semilin::require_valid(broken_rows());
  return false;
} catch (const std::invalid_argument&) {
  return true;
}

}  // namespace

int main() {
  if (catches_data_error() && catches_invalid_argument()) return 0;
  std::cerr << "an exception was not thrown\n";
  return 1;
}
