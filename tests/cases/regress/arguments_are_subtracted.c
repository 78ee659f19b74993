// rmt: check => unsafe (not natively)
// Each argument is a string of its own.
int main(int argc, char **argv) {
  if (argc < 3)
    return 1;
  if (argv[1][0] == 0 || argv[2][0] == 0)
    return 1;
  return argv[2] - argv[1] == 5; //~ pointers into different blocks
}
