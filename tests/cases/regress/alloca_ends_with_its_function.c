// rmt: check => unsafe (not natively)
extern void *alloca(unsigned long);

static int *numbers(int last) {
  int *all = alloca(3 * sizeof(int));
  all[2] = last;
  return all;
}

int main(void) {
  int *all = numbers(4);
  return all[2]; //~ invalid read
}
