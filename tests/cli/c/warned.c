int main(void) {
  char c = 200;
  int unused;
  return c == 200 ? 0 : 1 / (200 - c);
}
