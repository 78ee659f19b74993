// stays within the array
#include <assert.h>
#include <rmt.h>
static void selection_sort(int *a, size_t n) {
  for (size_t i = 0; i < n; i++) { //=> for (size_t i = 0; i <= n; i++) {
    size_t least = i;
    for (size_t j = i + 1; j < n; j++) //=> for (size_t j = i + 1; j <= n; j++)
      if (a[j] < a[least])
        least = j; //=> least = j + 1; //=>deep least = j == 5 ? n : j;
    int x = a[i];
    a[i] = a[least];
    a[least] = x;
  }
}
int main(void) {
  size_t n = rmt_count(4);
  int *a = rmt_array(int, n);
  selection_sort(a, n);
}
