// rmt: check => safe
// What a variable of the file may lead to is not lost: a stream that stands beside the standard ones, too.
#include <stdio.h>

static FILE *notes;

static FILE *opened(void) {
  notes = fopen("/dev/null", "w");
  return notes == NULL ? stderr : notes;
}

int main(void) {
  char text[] = "started\n";
  text[sizeof text - 2] = '\0'; //=> text[sizeof text] = '\0';
  fputs(text, opened());
  return 0;
}
