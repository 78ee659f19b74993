// rmt: check --check none --havoc-asm => rejected
int main(void) {
  __asm__ goto("jmp %l0" : : : : out); //~ inline assembly that jumps is not supported
  return 1;
out:
  return 0;
}
