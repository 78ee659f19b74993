// rmt: check => safe
// Where nothing can be read, the stream is at its end, or there was an error.
#include <assert.h>
#include <stdio.h>

static int is_over(FILE *file) { return feof(file) || ferror(file); }

int main(void) {
  char line[8];
  int number;
  if (!fgets(line, sizeof line, stdin))
    assert(is_over(stdin)); //=> (not natively) assert(feof(stdin));
  if (getchar() == EOF) {
    assert(is_over(stdin)); //=> (not natively) clearerr(stdin), assert(is_over(stdin));
    return 0;
  }
  FILE *file = tmpfile();
  if (!file)
    return 1;
  if (fread(line, 1, sizeof line, file) < sizeof line)
    assert(is_over(file)); //=> (not natively) assert(is_over(stdin));
  rewind(file);
  if (fgetc(file) == EOF)
    assert(is_over(file)); //=> (not natively) rewind(file), assert(is_over(file));
  if (fscanf(file, "%d", &number) == EOF)
    assert(is_over(file)); //=> (not natively) assert(ferror(file));
  fclose(file);
  return 0;
}
