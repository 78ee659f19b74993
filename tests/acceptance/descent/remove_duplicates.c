// no more are left than there were, and stays within the array
#include <assert.h>
#include <rmt.h>
/* Keeps the first of equal elements; how many are left. */
static size_t remove_duplicates(int *a, size_t n) {
  size_t left = 0;
  for (size_t i = 0; i < n; i++) { //=> for (size_t i = 0; i <= n; i++) {
    size_t j = 0;
    while (j < left && a[j] != a[i])
      j++;
    if (j == left)
      a[left++] = a[i]; //=> a[++left] = a[i]; //=>deep a[left++ == 5 ? n : 0] = a[i];
  }
  return left;
}
int main(void) {
  size_t n = rmt_count(4);
  int *a = rmt_array(int, n);
  assert(remove_duplicates(a, n) <= n); //=> assert(remove_duplicates(a, n) < n);
}
