// rmt: check => safe
// What calls that fail leave in errno, and that only they do.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void of(const char *text, int number) {
  errno = 0;
  strtol(text, NULL, 10);
  assert(errno == number);
}

int main(void) {
  assert(errno == 0);
  of("9223372036854775807", 0);
  of("9223372036854775808", ERANGE); //=> of("9223372036854775808", 0);
  of("-9223372036854775808", 0);
  of("-9223372036854775809", ERANGE); //=> of("-9223372036854775809", EINVAL);
  of("12x", 0); //=> of("12x", ERANGE);
  errno = 0;
  char *text = malloc(8);
  if (!text)
    assert(errno == ENOMEM); //=> (not natively) assert(errno == EINVAL);
  else
    assert(errno == 0);
  free(text);
  errno = 0;
  FILE *file = fopen("/nonexistent", "r");
  if (file)
    fclose(file);
  else
    assert(errno > 0); //=> assert(errno == 0);
  errno = 3;
  assert(strlen("ab") == 2 && errno == 3);
  return 0;
}
