// rmt: check => safe
// Comparisons with literals, and copies of them, are written out; their results are those of the models.
#include <assert.h>
#include <string.h>
char nondet_char(void);

int main(void) {
  char b[8]; //=> char b[7];
  strcpy(b, "deposit");
  assert(strcmp(b, "deposit") == 0); //=> assert(strcmp(b, "deposi") == 0);
  assert(strcmp(b, "deposiu") < 0); //=> assert(strcmp(b, "deposiu") > 0);
  assert(strcmp("deposiu", b) > 0); //=> assert(strcmp("deposiu", b) < 0);
  assert(strncmp(b, "depot", 4) == 0); //=> assert(strncmp(b, "depot", 5) == 0);
  assert(strncmp(b, "depot", 5) < 0);
  assert(strcmp(b, "dep") > 0);
  b[0] = (char)200;
  assert(strcmp(b, "d") > 0); //=> assert(strcmp(b, "d") < 0);
  b[0] = nondet_char();
  b[1] = 0;
  if (strcmp(b, "x") == 0)
    assert(b[0] == 'x'); //=> assert(b[0] == 'y');
  return 0;
}
