// rmt: check => safe
// A header with text behind it: whatever is written there, the header stays. Nobody reads the pointer as bytes.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct text {
  const char *name;
  size_t length;
  char bytes[1];
};

extern unsigned __VERIFIER_nondet_uint(void);

static struct text *make(const char *name, size_t length) {
  struct text *text = malloc(sizeof *text + length);
  if (!text)
    return 0;
  text->name = name;
  text->length = length;
  text->bytes[length] = 0; //=> text->bytes[length + 8] = 0;
  return text;
}

int main(void) {
  size_t n = __VERIFIER_nondet_uint();
  struct text *text = make("first", n);
  if (!text)
    return 0;
  char *at = text->bytes;
  if (n > 2)
    at[2] = 'x';
  assert(text->length == n && text->bytes[n] == 0); //=> assert(text->length == n && text->bytes[n / 2] == 0);
  assert(text->name[0] == 'f'); //=> assert(text->name[0] == 'g');
  free(text);
  return 0;
}
