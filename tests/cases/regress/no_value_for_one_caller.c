// rmt: check => unsafe (not natively)
// Other callers do nothing with the value; this one does.
static int sign(int n) {
  if (n) return n > 0 ? 1 : -1;
} //~ control leaves a function without a value

int main(int argc, char **argv) {
  sign(0);
  return sign(argc - 1) == 1;
}
