// rmt: check => safe
// Wide texts are as long as their formats make them, and no longer than there is room.
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

static void say(const wchar_t *format, ...) {
  va_list list;
  va_start(list, format);
  vwprintf(format, list);
  va_end(list);
}

int main(void) {
  wchar_t text[8], line[4];
  int number;
  swprintf(text, 8, L"%ls and so on", L"A"); //=> (not natively) invalid write: swprintf(text, 9, L"%ls and so on", L"A");
  if (!fgetws(line, 4, stdin)) return 1;
  say(L"%ls", line); //=> (not natively) an argument is missing: say(line, line);
  if (swscanf(line, L"%d", &number) == 1) //=> (not natively) is of another kind: if (swscanf(line, L"%ld", &number) == 1)
    return number > 3;
  return 0;
}
