// rmt: check --bound 1 => safe-up-to-bound
// Words that a text stands for are freed.
#include <stdlib.h>
#include <wordexp.h>

int main(void) {
  wordexp_t words;
  if (wordexp("a $b", &words, 0) != 0) return 1;
  if (words.we_wordc > 0) words.we_wordv[0][0] = 0; //=> (not natively) words.we_wordv[0][0] = 0;
  wordfree(&words); //=> ;
  return 0;
}
