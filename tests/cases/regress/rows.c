// rmt: check => safe
// An index stays within its row, though the next one lies behind it.
#include <stdio.h>

struct grid {
  int cells[2][3];
};

int main(void) {
  int m[2][3] = {{0}};
  struct grid grid = {{{0}}};
  int sum = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++) //=> for (int j = 0; j <= 3; j++)
      sum += m[i][j];
  for (int *p = m[0]; p < &m[0][3]; p++) sum += *p;
  for (int j = 2; j >= 0; j--)
    sum += grid.cells[1][j]; //=> sum += grid.cells[1][j - 1];
  printf("%d\n", sum);
  return 0;
}
