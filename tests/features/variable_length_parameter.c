// Parameters of variable length.
static long helper(int n, int m, T table[n][m]) {
  long sum = 0;
  for (int i = 0; i < n; i++) sum += table[i][m - 1];
  return sum + (long)sizeof *table;
}
void feature(void) {
  T table[A][3];
  for (int i = 0; i < A; i++)
    for (int j = 0; j < 3; j++) table[i][j] = (T)(B + C * j + i);
  SEE(helper(A, 3, table)); SEE(helper(1, 3, table + A - 1));
}
