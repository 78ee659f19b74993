// rmt check samples/bounds.c --bound 4 --check bounds: unsafe
/*
 * Reads a line of a command console: bytes come in until the line ends.
 *
 * The error: the check for a full line forgets the byte for the end mark.
 */
extern int __VERIFIER_nondet_int(void);

#define SIZE 4

static char line[SIZE];

static int read_line(void) {
  int length = 0;
  for (;;) {
    int c = __VERIFIER_nondet_int();
    if (c < 0 || c > 127 || c == '\n' || length == SIZE)
      break;
    line[length++] = (char)c;
  }
  line[length] = '\0';
  return length;
}

int main(void) {
  return read_line();
}
