// rmt: check => safe
// An option with two colons may have an argument, those with one have one all the same.
#include <unistd.h>

int main(int argc, char **argv) {
  int c, first = 0;
  while ((c = getopt(argc, argv, "n:l::")) != -1) //=> (not natively) while ((c = getopt(argc, argv, "n::l:")) != -1)
    switch (c) {
    case 'n':
      first = optarg[0];
      break;
    case 'l':
      if (optarg) first = optarg[0]; //=> (not natively) first = optarg[0];
      break;
    default:
      return 2;
    }
  return first > 0;
}
