// Inner names hide outer ones.
static int state = B;
void feature(void) {
  int x = A;
  { int x = C; SEE(x); { extern int printf(const char *, ...); int x = 3; x++; SEE(x); } SEE(x); }
  for (int x = 0; x < 2; x++) { int state = x * 10; SEE(state); }
  SEE(x); SEE(state); state++; { typedef T state; SEE(sizeof(state)); } SEE(state);
}
