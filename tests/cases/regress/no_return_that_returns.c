// rmt: check => unsafe (not natively)
#include <stdlib.h>

__attribute__((noreturn)) static void die(int code);
static void die(int code) {
  if (code) exit(code);
} //~ control leaves a function that is declared not to return

int main(int argc, char **argv) {
  die(argc > 1);
}
