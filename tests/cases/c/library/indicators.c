// rmt: check => safe
// The indicators of a stream, as the standard has them: clear where it is opened, set by what fails, and cleared by some functions.
#include <assert.h>
#include <stdio.h>

int main(void) {
  char text[8];
  FILE *file = fopen("text", "r+");
  if (!file) return 0;
  assert(!feof(file) && !ferror(file));
  int first = fgetc(file);
  if (first != EOF)
    assert(!feof(file)); //=> (not natively) assert(feof(file));
  if (feof(file))
    assert(fgetc(file) == EOF); //=> (not natively) clearerr(file), assert(fgetc(file) == EOF);
  if (fseek(file, 0, SEEK_SET) == 0) //=> (not natively) if (ftell(file) == 0)
    assert(!feof(file));
  if (fgets(text, sizeof text, file) && feof(file))
    assert(!fgets(text, sizeof text, file)); //=> (not natively) assert(feof(stdin));
  clearerr(file); //=> (not natively) ;
  assert(!feof(file) && !ferror(file));
  assert(fread(text, 0, 3, file) == 0 && fwrite(text, 0, 3, file) == 0); //=> (not natively) assert(fread(text, 1, 3, file) == 0);
  fputs("more", file);
  rewind(file); //=> (not natively) fflush(NULL);
  assert(!ferror(file));
  fclose(file);
  return 0;
}
