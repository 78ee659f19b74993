// stays within the array
#include <assert.h>
#include <rmt.h>
static void insertion_sort(int *a, size_t n) {
  for (size_t i = 1; i < n; i++) { //=> for (size_t i = 1; i <= n; i++) {
    int x = a[i];
    size_t j = i;
    for (; j > 0 && a[j - 1] > x; j--) //=> for (; a[j - 1] > x; j--)
      a[j] = a[j - 1];
    a[j] = x; //=> a[j + 1] = x; //=>deep a[i == 5 && j == 0 ? n : j] = x;
  }
}
int main(void) {
  size_t n = rmt_count(4);
  int *a = rmt_array(int, n);
  insertion_sort(a, n);
}
