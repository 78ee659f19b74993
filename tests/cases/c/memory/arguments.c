// rmt: check --check deref => safe
int main(int argc, char **argv) {
  if (argc > 1) {
    char *p = argv[1];  //=> char *p = argv[argc];
    return p[0];
  }
  return argv[argc] != 0;  //=> (not natively) return argv[argc + 1] != 0;
}
