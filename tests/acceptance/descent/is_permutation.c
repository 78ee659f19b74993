// an array is a permutation of itself
#include <assert.h>
#include <rmt.h>
/* Whether each element is as often in one array as in the other. */
static int is_permutation(const int *a, const int *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    size_t in_a = 0, in_b = 0;
    for (size_t j = 0; j < n; j++) { //=> for (size_t j = 0; j <= n; j++) {
      if (a[j] == a[i])
        in_a++; //=> in_a += 2; //=>deep in_a += j == 5 ? 2 : 1;
      if (b[j] == a[i])
        in_b++;
    }
    if (in_a != in_b)
      return 0;
  }
  return 1;
}
int main(void) {
  size_t n = rmt_count(4);
  int *a = rmt_array(int, n), *b = rmt_array(int, n);
  is_permutation(a, b, n);
  assert(is_permutation(a, a, n)); //=> assert(is_permutation(a, b, n));
}
