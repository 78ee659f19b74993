// rmt: check --check none => rejected
int main(void) {
  char text[4];
  char *p = text;
  unsigned n = 4;
  __asm__("rep stosb" : "+D"(p), "+c"(n) : "a"(0) : "memory"); //~ inline assembly that may write through a pointer
  return text[0];
}
