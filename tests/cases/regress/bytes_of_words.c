// rmt: check => safe
// The bytes of an array of words in a record have indices of their own.
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct message {
  unsigned words[4];
  int length;
};

int main(void) {
  struct message message;
  char text[4] = "abc";
  memset(&message, 0, sizeof message);
  ((unsigned char *)message.words)[15] = 1; //=> message.words[15] = 1;
  assert(message.length == 0);
  snprintf(text, 0, "%s", text); //=> snprintf(text, 4, "%s", text);
  assert(text[0] == 'a');
  return 0;
}
