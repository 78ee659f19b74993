// rmt: check => safe
// What stands last in a block goes on behind its members, and so does what stands last in its last member.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct text {
  int length;
  char data[4];
};

struct message {
  int kind;
  struct text last;
};

static struct text *filled(struct text *result, int n) {
  result->length = n;
  memset(result->data, 'x', n);
  result->data[n] = 0;
  return result;
}

int main(int argc, char **argv) {
  int n = argc & 7;
  struct text *text = malloc(offsetof(struct text, data) + n + 1);
  struct message *message = malloc(offsetof(struct message, last.data) + n + 1);
  if (text && message) {
    filled(text, n);
    message->kind = 1;
    filled(&message->last, n); //=> filled(&message->last, n + 1);
    if (message->kind != 1 || text->data[n]) abort();
  }
  free(text);
  free(message);
  return 0;
}
