// rmt: check => safe
// Arrays of a known number of rows whose length is not known, and names of such rows.
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3) return 0;
  int table[2][n];
  table[1][n - 1] = 5; //=> table[2][n - 1] = 5;
  typedef int row[n];
  row rows[2];
  rows[1][n - 1] = table[1][n - 1]; //=> rows[2][0] = table[1][n - 1];
  if (sizeof rows != 2 * n * sizeof(int)) rows[3][0] = 1;
  return rows[1][n - 1] == 5; //=> return rows[0][n - 1] == 5;
}
