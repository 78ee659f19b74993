// rmt check samples/leak_fixed.c --check leak,free: safe
/*
 * A session with two buffers, opened and closed. When a buffer cannot be had, what there is of the session is given
 * back.
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
    free(s->in); //=> leaked: ;
    free(s);
    return NULL;
  }
  return s;
}

static void close_session(struct session *s) {
  free(s->in);
  free(s->out); //=> invalid free: free(s->in);
  free(s);
}

int main(void) {
  struct session *s = open_session();
  if (s)
    close_session(s);
  return 0;
}
