// rmt: check --check race --bound 1 --contexts 2 => unsafe (not natively)
// What is printed by `%s` is read, up to its zero.
#include <pthread.h>
#include <stdio.h>

static char name[3] = "x";

static void *greet(void *arg) {
  printf("hello %s\n", name); //~ data race
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, greet, 0);
  name[1] = 'y';
  pthread_join(thread, 0);
  return 0;
}
