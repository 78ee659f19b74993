// rmt: check => safe
// The arguments of the program have values, also where numbers of other types lie in the same memory.
#include <string.h>
struct value {
  int kind;
  union { long whole; double fraction; const char *text; } as;
};
static struct value made(const char *words) {
  struct value value = {.kind = 1, .as.text = words};
  return value;
}
int main(int argc, char **argv) {
  struct value values[2];
  int height = 0; //=>   int height = 1;
  for (int i = 1; i < argc && i < 3; i++)
    values[height++] = argv[i][0] == '.' ? (struct value){.kind = 2, .as.fraction = 0.5} : made(argv[i]);
  return height > 0 && values[0].kind == 2 && values[0].as.fraction > 1.0;
}
