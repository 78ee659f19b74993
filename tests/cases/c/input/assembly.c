// rmt: check --check none => rejected
int main(void) {
  int n = 0;
  __asm__("nop" : "=r"(n)); //~ inline assembly
  return n;
}
