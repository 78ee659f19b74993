#include <assert.h>

extern int input(void);

int main(void) {
  int wanted = input();
  int made = 0, left = 0;
  while (made < wanted) {
    int old = left;
    made++;
    left = old + 1;
  }
  for (int sold = made; sold > 0; sold--) {
    assert(left > 0);
    left--;
  }
  return 0;
}
