// rmt: check => safe
// Whether `b[v]` was set is asked of the `v` from before `v = b[v]`.
int main(void) {
  int b[2];
  b[0] = 7; //=> b[1] = 1;
  int v = 0;
  v = b[v];
  return v == 3;
}
