// Duff's device.
static void helper(T *to, const T *from, int count) {
  int rounds = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { *to++ = *from++;
  case 3: *to++ = *from++;
  case 2: *to++ = *from++;
  case 1: *to++ = *from++;
          } while (--rounds > 0);
  }
}
void feature(void) {
  T from[8], to[8] = {0};
  for (int i = 0; i < 8; i++) from[i] = (T)(B + i);
  helper(to, from, A);
  for (int i = 0; i < 8; i++) SEE(to[i]);
}
