// rmt: check => unsafe (not natively)
// What follows are bytes without a meaning.
struct mark { int number; char text[1]; };

int main(int argc, char **argv) {
  struct mark mark = {1, {2}};
  return mark.text[argc > 3]; //~ read out of bounds of an array in a record
}
