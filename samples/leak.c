// rmt check samples/leak.c --check leak,free: unsafe
/*
 * A session with two buffers, opened and closed.
 *
 * The error: when the second buffer cannot be had, the session is given up, and its first buffer with it.
 */
#include <stdlib.h>

struct session {
  char *in;
  char *out;
};

static struct session *open_session(void) {
  struct session *s = malloc(sizeof *s);
  if (!s)
    return NULL;
  s->in = malloc(512);
  if (!s->in) {
    free(s);
    return NULL;
  }
  s->out = malloc(512);
  if (!s->out) {
    free(s);
    return NULL;
  }
  return s;
}

static void close_session(struct session *s) {
  free(s->in);
  free(s->out);
  free(s);
}

int main(void) {
  struct session *s = open_session();
  if (s)
    close_session(s);
  return 0;
}
