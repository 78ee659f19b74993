// rmt: check -D_FILE_OFFSET_BITS=64 => safe
// Functions about large files are those without 64 in their names, by which headers redirect them or programs call them.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  char bytes[8];
  struct stat about;
  struct stat64 of_link;
  int file = open64("in", O_RDONLY);
  if (file < 0)
    return 1;
  ssize_t n = pread(file, bytes, sizeof bytes, 4); //=> (not natively) ssize_t n = pread(file, bytes, sizeof bytes + 1, 4);
  if (n <= 0) //=> (not natively) if (n == 0)
    return 1;
  if (fstat(file, &about) < 0 || about.st_size < 0) //=> (not natively) if (fstat(file, &about) < 0 && about.st_size < 0)
    return 1;
  if (lstat64("in", &of_link)) //=> (not natively) if (lstat64("in", &of_link) > 0)
    return 1;
  char *room = malloc((size_t)about.st_size + 1);
  FILE *log = fopen64("log", "w");
  if (log)
    fclose(log); //=> (not natively) (void)0;
  if (room)
    room[about.st_size] = 0;
  free(room);
  return bytes[n - 1] + (of_link.st_mode != 0);
}
