// rmt check samples/bounds_fixed.c --bound 4 --check bounds: safe
/*
 * Reads a line of a command console: bytes come in until the line ends.
 *
 * The check for a full line leaves room for the end mark.
 */
extern int __VERIFIER_nondet_int(void);

#define SIZE 4

static char line[SIZE];

static int read_line(void) {
  int length = 0;
  for (;;) {
    int c = __VERIFIER_nondet_int();
    if (c < 0 || c > 127 || c == '\n' || length == SIZE - 1)  //=> out of bounds: if (c < 0 || length == SIZE)
      break;
    line[length++] = (char)c;
  }
  line[length] = '\0';
  return length;
}

int main(void) {
  return read_line();
}
