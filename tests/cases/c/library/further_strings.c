// rmt: check => safe
// Copies that say where they end or how long they are; streams without locks.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(void) {
  wchar_t wide[4], *end;
  char text[4] = "abc", other[4];
  fpos_t position;
  end = wcpcpy(wide, L"abc"); //=> end = wcpcpy(wide, L"abcd");
  assert(end == wide + 3);
  assert(wcpncpy(wide, L"a", 4) == wide + 1); //=> (not natively) assert(wcpncpy(wide, L"a", 5) == wide + 1);
  assert(strxfrm(other, text, sizeof other) == 3); //=> assert(strxfrm(other, text, sizeof other) == 4);
  assert(strcmp(other, text) == 0); //=> assert(strxfrm(other, "abcd", sizeof other) < 4);
  assert(strxfrm(NULL, text, 0) == 3); //=> (not natively) assert(strxfrm(text, "abcde", 5) == 5);
  explicit_bzero(text, sizeof text); //=> (not natively) explicit_bzero(text, 5);
  assert(text[3] == 0 && text[0] == 0);
  if (!fgets_unlocked(text, sizeof text, stdin)) return 1; //=> (not natively) if (!fgets_unlocked(text, 5, stdin)) return 1;
  assert(strlen(text) < 4); //=> (not natively) assert(strlen(text) < 3);
  fputs_unlocked(text, stdout); //=> (not natively) fputs_unlocked(NULL, stdout);
  if (fgetpos(stdin, &position) == 0) fsetpos(stdin, &position); //=> (not natively) fgetpos(stdin, (fpos_t *)text);
  return getc_unlocked(stdin) > 255;
}
