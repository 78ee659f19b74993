// rmt: check => unsafe
// The array has no room for the end of the text.
#include <string.h>

static int ends_in(const char *text, char c) {
  char copy[strlen(text)];
  strcpy(copy, text); //~ invalid write
  return copy[sizeof copy - 1] == c;
}

int main(void) {
  return ends_in("abc", 'c') - 1;
}
