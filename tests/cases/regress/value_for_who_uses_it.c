// rmt: check => safe
static int sign(int n) {
  if (n) return n > 0 ? 1 : -1;
}

int main(int argc, char **argv) {
  sign(0);
  return sign(argc > 1 ? 1 : -1) == 1; //=> (not natively) return sign(argc > 1) == 1;
}
