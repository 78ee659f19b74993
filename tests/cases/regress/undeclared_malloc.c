// rmt: check --check deref --malloc-never-fails => safe
// A compiler knows the type of what the C library defines.
int main(void) {
  char *p = malloc(3000000000u);
  p[2999999999u] = 1; //=> p[3000000000u] = 1;
  return p[2999999999u] != 1;
}
