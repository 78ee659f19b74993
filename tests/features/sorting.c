// qsort and bsearch with a comparison.
static int helper(const void *a, const void *b) { T x = *(const T *)a, y = *(const T *)b; return x < y ? -1 : x > y; }
void feature(void) {
  T table[5] = {(T)B, (T)C, (T)A, 3, (T)(B / 2)}, key = (T)A;
  qsort(table, 5, sizeof *table, helper);
  for (int i = 0; i < 5; i++) SEE(table[i]);
  SEE(bsearch(&key, table, 5, sizeof *table, helper) != 0);
  key = 111; SEE(bsearch(&key, table, 5, sizeof *table, helper) == 0);
}
