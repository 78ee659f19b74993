// rmt: check => safe
// What a loop declares in front lives on where its body is left by `continue`.
static int *last;

int main(void) {
  int sum = 0;
  for (int k = 0; k < 4; k++) {
    if (k == 2)
      continue;
    if (k == 3)
      break;
    last = &k;
    sum += *last;
  }
  for (int a[3] = {1, 2, 3}, i = 0; i < 3; i++) {
    int *p = a;
    if (p[i] == 2)
      continue;
    sum += p[i];
  }
  return sum == 5 ? 0 : *last; //=>   return sum == 5 ? *last : 0;
}
