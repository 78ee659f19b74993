// rmt: check => safe
// An option with two colons may have an argument, those with one have one all the same.
#include <getopt.h>

int main(int argc, char **argv) {
  static struct option all[] = {{"name", required_argument, 0, 'n'}, {0}};
  int c, first = 0;
  while ((c = getopt_long(argc, argv, "n:l::", all, 0)) != -1) //=> (not natively) while ((c = getopt_long(argc, argv, "n::l:", all, 0)) != -1)
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
