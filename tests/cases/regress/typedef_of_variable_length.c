// rmt: check => safe
// The length is that at the typedef.
#include <assert.h>

int main(void) {
  int n = 4;
  typedef int row[n];
  n = 9;
  row r;
  r[3] = 2; //=> r[4] = 2;
  assert(sizeof(row) == 16 && sizeof r == 16); //=> assert(sizeof(row) == 36 && sizeof r == 36);
}
