// rmt: check => safe
// A type that a `sizeof` names has the lengths of now.
#include <assert.h>

int main(void) {
  int n = 3;
  int a[n];
  n++;
  assert(sizeof a == 12 && sizeof(int[n]) == 16); //=> assert(sizeof a == 12 && sizeof(int[n]) == 12);
}
