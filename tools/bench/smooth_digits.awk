# Smooths images of 16 x 16 (usps): each grey value becomes the mean of its 3 x 3
# neighbours, weighted 1 2 1 both ways; what lies outside is 0.
#
#   awk -f smooth_digits.awk images.svm >smooth.svm
#
# svmlight text in and out, features numbered from 1 row by row.
{
  delete v
  for (f = 2; f <= NF; ++f) {
    split($f, entry, ":")
    row = int((entry[1] - 1) / 16)
    v[row, entry[1] - 1 - 16 * row] = entry[2]
  }
  line = $1
  for (r = 0; r < 16; ++r)
    for (c = 0; c < 16; ++c) {
      sum = 0
      for (dr = -1; dr <= 1; ++dr)
        for (dc = -1; dc <= 1; ++dc)
          if ((r + dr, c + dc) in v)
            sum += v[r + dr, c + dc] * (2 - dr * dr) * (2 - dc * dc) / 16
      if (sum > 0) line = line sprintf(" %d:%.6g", 16 * r + c + 1, sum)
    }
  print line
}
