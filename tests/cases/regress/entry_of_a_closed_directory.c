// rmt: check => unsafe (not natively)
#include <dirent.h>
#include <stdio.h>

int main(void) {
  DIR *directory = opendir(".");
  if (!directory) return 0;
  struct dirent *entry = readdir(directory);
  closedir(directory);
  if (entry) printf("%s\n", entry->d_name); //~ invalid read
  return 0;
}
