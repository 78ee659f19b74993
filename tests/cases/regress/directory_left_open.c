// rmt: check => unsafe
// A directory is a block as a stream is, which reading does not keep.
#include <dirent.h>
#include <stdio.h>

int main(void) {
  DIR *directory = opendir(".");
  struct dirent *entry;
  int count = 0;
  if (!directory) return 1;
  while (count < 3 && (entry = readdir(directory))) count++;
  return count > 0;
} //~ memory is leaked
