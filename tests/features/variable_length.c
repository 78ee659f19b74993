// Arrays whose length is computed, of two dimensions, too.
void feature(void) {
  int n = A, m = n + 1;
  T table[n][m];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) table[i][j] = (T)(B * i + j);
  SEE(sizeof table); SEE(sizeof table[0]); SEE(table[n - 1][m - 1]); SEE(*(*(table + n - 1) + 1));
  n = 0;
  SEE(sizeof table);
  for (int k = 1; k < 4; k++) {
    char row[k * 2];
    row[k] = C;
    SEE(sizeof row + row[k]);
  }
}
