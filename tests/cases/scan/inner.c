// rmt: scan
// Functions that others name are looked at by themselves where their callers do not tell: they are registered, a variable is meant,
// the caller fails before, is not supported, or has too much that fails.
int registered(int x) { return x == 5 ? 10 / (x - 5) : 0; } //~ likely division by zero
void on(int (*)(int));
void start(void) { on(registered); }

int length(int x) { return x == 5 ? 10 / (x - 5) : 0; } //~ likely division by zero
int other(void) {
  int length = 3;
  return length;
}
int measured(int x) { return x == 5 ? 10 / (x - 5) : 0; } //~ likely division by zero
unsigned long size(void) { return sizeof(measured(1)); }

int masked(int x) { return 10 / (x - 5); } //~ likely division by zero
int masks(void) {
  int a[2] = {0, 0};
  for (int i = 0; i <= 2; i++) a[i] = 1; //~ likely out of bounds
  return masked(3) + a[0];
}
int called(int x) { return 10 / (x - 5); }
int calls(void) { return called(3) + called(4); }
