// rmt: check => unsafe (not natively)
int main(int argc, char **argv) {
  return __builtin_clz(argc - 1) > 31; //~ the zeros of a number are counted that has no other bits
}
