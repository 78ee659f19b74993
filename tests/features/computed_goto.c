// Jumps to labels whose addresses are in a table.
void feature(void) {
  static void *table[] = {&&add, &&twice, &&done};
  int n = B, at = 0, plan[] = {A % 2, 0, 1, A % 2, 2};
next:
  goto *table[plan[at++]];
add: n += C; SEE(n); goto next;
twice: n *= 2; SEE(n); goto next;
done: SEE(n + at);
}
