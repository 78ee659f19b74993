// rmt: check => safe
// Functions of one name for numbers of several types.
#include <assert.h>
#include <tgmath.h>

int main(void) {
  float narrow = 2.5f;
  double wide = -2.5;
  assert(fabs(wide) == 2.5 && floor(narrow) == 2); //=> assert(fabs(wide) == -2.5);
  assert(sizeof fabs(narrow) == sizeof(float) && sizeof fabs(wide) == sizeof(double)); //=> assert(sizeof fabs(narrow) == sizeof(double));
  return 0;
}
