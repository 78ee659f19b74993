// rmt check samples/sessions_fixed.c --check deref,free,leak: safe
/*
 * Sessions are kept in a search tree. Users come and leave; in the end all are closed. Whatever the tree, no session is
 * looked at that is closed, and each is closed once.
 *
 * The twin of sessions.c: a session with one neighbour below it is replaced by that before it is closed.
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct session {
  int user;
  struct session *left, *right;
};

/* Where the session of that user is, or would be. */
static struct session **find(struct session **at, int user) {
  while (*at && (*at)->user != user)
    at = user < (*at)->user ? &(*at)->left : &(*at)->right;
  return at;
}

static void come(struct session **all, int user) {
  struct session **at = find(all, user);
  if (*at)
    return;
  struct session *session = malloc(sizeof *session);
  if (!session)
    return;
  session->user = user;
  session->left = session->right = NULL; //=> (not natively) session->left = NULL;
  *at = session;
}

static void leave(struct session **all, int user) {
  struct session **at = find(all, user), *session = *at;
  if (!session)
    return;
  if (session->left && session->right) {
    /* The next session takes its place. */
    struct session **next = &session->right;
    while ((*next)->left)
      next = &(*next)->left;
    struct session *other = *next;
    session->user = other->user;
    *next = other->right; //=> freed memory: ;
    free(other); //=> invalid free: free(other); free(other);
  } else {
    *at = session->left ? session->left : session->right;
    free(session); //=> (not natively) leaked: ;
  }
}

int main(void) {
  struct session *all = NULL;
  while (__VERIFIER_nondet_int())
    if (__VERIFIER_nondet_int())
      come(&all, __VERIFIER_nondet_int());
    else
      leave(&all, __VERIFIER_nondet_int());
  while (all)
    leave(&all, all->user);
  return 0;
}
