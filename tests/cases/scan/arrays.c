// rmt: scan
// A number that counts what the pointer in front of it points to does so; others that index are small.
int sum(const int *numbers, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum = (sum + numbers[i]) % 7;
  return sum;
}

int past(const int *numbers, int count) {
  int sum = 0;
  for (int i = 0; i <= count; i++) sum = (sum + numbers[i]) % 7; //~ likely out of bounds
  return sum;
}

int first(const char *text) {
  return text[0] == '-' ? text[1] : text[0];
}

static int apply(int (*function)(int), int x) {
  return function(x);
}

int calls(int (*function)(int)) {
  return apply(function, 1);
}
