// rmt: check => safe
// A directory is not closed when it is opened, in programs that close a standard stream.
#include <dirent.h>
#include <stdio.h>

int main(void) {
  DIR *directory = opendir(".");
  if (!directory) //=> (not natively) if (0)
    return 1;
  struct dirent *entry = readdir(directory);
  if (entry)
    puts(entry->d_name);
  closedir(directory); //=> (not natively) closedir(directory), closedir(directory);
  return fclose(stdout) != 0;
}
