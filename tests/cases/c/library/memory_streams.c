// rmt: check => safe
// A stream that writes to memory gives its text when it is flushed or closed; the program frees it.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *text, block[8];
  size_t length;
  FILE *file = open_memstream(&text, &length);
  if (!file) return 1;
  fputs("abc", file);
  if (fflush(file) == 0) { //=> (not natively) if (fflush(file) <= 0) {
    char *before = text;
    assert(text[length] == 0); //=> assert(text[length] == 1);
    fputs("def", file);
    fclose(file); //=> ;
    if (length > 0) putchar(text[0]); //=> (not natively) if (length > 0) putchar(before[0]);
    before = text;
    free(before); //=> free(before); free(before);
  } else {
    fclose(file);
    free(text);
  }
  file = fmemopen(block, sizeof block, "w"); //=> (not natively) file = fmemopen(block, sizeof block + 1, "w");
  if (!file) return 1;
  fputs("abc", file);
  fclose(file);
  puts(block);
  file = fmemopen("abc", 3, "r"); //=> (not natively) file = fmemopen("abc", 5, "r");
  if (file) fclose(file);
  return 0;
}
