// rmt check samples/parser.c --bound 3: unsafe
/*
 * Reads commands of a console, `s<digits>` and `g`: set a value, and get it.
 *
 * The error: a command without any digit sets a value.
 */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

#define LINE 4

enum kind { NOTHING, SET, GET };

struct command {
  enum kind kind;
  int value;
};

static struct command parse(const char *line) {
  struct command command = {NOTHING, 0};
  if (line[0] == 'g' && line[1] == '\0')
    command.kind = GET;
  if (line[0] == 's') {
    int i = 1;
    while (line[i] >= '0' && line[i] <= '9') {
      command.value = command.value * 10 + (line[i] - '0');
      i++;
    }
    if (line[i] == '\0')
      command.kind = SET;
  }
  return command;
}

int main(void) {
  char line[LINE + 1];
  struct command command;
  for (int i = 0; i < LINE; i++)
    line[i] = __VERIFIER_nondet_char();
  line[LINE] = '\0';
  command = parse(line);
  if (command.kind == SET) {
    assert(command.value >= 0 && command.value <= 999);
    assert(line[1] >= '0' && line[1] <= '9');
  }
  if (command.kind == GET)
    assert(command.value == 0);
  return 0;
}
