// rmt: check --check deref --bound 4 => safe
int __VERIFIER_nondet_int(void);

static int last(int n, int m, int a[n][m]) {
  return a[n - 1][m - 1];  //=> return a[n - 1][m];
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n != 2 && n != 3) return 0;
  int a[n][4];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++) a[i][j] = i * j;
  {
    // The length is that of the inner variable.
    int n = 5;
    char b[2 * n + 1];
    b[10] = 1;  //=> b[11] = 1;
    if (sizeof b != 11) return b[11];
  }
  return last(n, 4, a);
}
