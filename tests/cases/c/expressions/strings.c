// rmt: check --bound 8 --check deref => safe
#include <assert.h>
#include <string.h>

int main(void) {
  char text[8] = "abc";
  assert(strlen(text) == 3); //=> assertion: assert(strlen(text) == 4);
  strcat(text, "de");
  assert(!strcmp(text, "abcde"));
  assert(text[4] == 'e' && text[5] == '\0');
  strcpy(text, "xy");
  assert(text[1] == 'y' && text[2] == 0 && text[3] == 'd');
  memset(text, 'z', 7); //=> invalid write: memset(text, 'z', 9);
  assert(memcmp(text, "zzzzzzz", 8) == 0);
  assert(strchr("hello", 'l') != 0);
  return 0;
}
