// rmt: check => safe
// setjmp returns again where a function that it was left to jumps; frees what was allocated on the way.
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

struct parser {
  const char *at;
  int depth;
  char *note;
  jmp_buf fail;
};

static int expression(struct parser *p);

static void fail(struct parser *p, int code) {
  free(p->note);
  longjmp(p->fail, code); //=> longjmp(p->fail, code > 3 ? 0 : code);
}

static int atom(struct parser *p) {
  if (*p->at == '(') {
    p->at++;
    if (++p->depth > 2) fail(p, 2);
    int value = expression(p);
    if (*p->at != ')') fail(p, 3);
    p->at++;
    p->depth--;
    return value;
  }
  if (*p->at < '0' || *p->at > '9') fail(p, 4);
  return *p->at++ - '0';
}

static int expression(struct parser *p) {
  int value = atom(p);
  while (*p->at == '+') {
    p->at++;
    value += atom(p);
  }
  return value;
}

static int evaluate(const char *text, int *value) {
  struct parser p = {text, 0, malloc(8), {0}};
  int code = setjmp(p.fail);
  if (code) return code;
  *value = expression(&p);
  free(p.note); //=> ;
  return 0;
}

int main(void) {
  int value = -1;
  assert(evaluate("1+(2+3)", &value) == 0 && value == 6);
  assert(evaluate("1+", &value) == 4); //=> assert(evaluate("1+", &value) == 0);
  assert(evaluate("(1", &value) == 3 && value == 6);
  assert(evaluate("(((1)))", &value) == 2);
  return 0;
}
