// rmt: check => safe
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int option;
  while ((option = getopt(argc, argv, "vn:")) != -1)
    if (option == 'n' && optarg)
      puts(optarg);
  for (int i = optind; i < argc; i++) //=> (not natively) for (int i = optind; i <= argc; i++)
    puts(argv[i]); //=> (not natively) puts(argv[i + 1]);
  return 0;
}
