// rmt: check => unsafe (not natively)
// An array of one element goes on behind its end where it is the last member.
struct pair { long first[1]; long second; };

int main(int argc, char **argv) {
  struct pair pair = {{1}, 2}, *p = &pair;
  return (int)p->first[argc > 3]; //~ read out of bounds of an array in a record
}
