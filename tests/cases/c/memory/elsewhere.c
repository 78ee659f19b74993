// rmt: check => safe
// Pointers in variables that are defined elsewhere are null or to what is there; a function there gives any result.
struct s {
  int x;
  struct s *next;
};

extern struct s *first;
extern struct s second;
extern const char *names[3];
extern struct {
  int (*given)(int);
  char *(*text)(void);
} table;

int main(void) {
  int n = 0;
  if (first && first->next) n = first->next->x % 3; //=> (not natively) if (first) n = first->next->x % 3;
  if (second.next) n += second.next->x % 3; //=> (not natively) n += second.next->x % 3;
  if (names[1]) n += names[1][0]; //=> (not natively) if (names[1]) n += names[3][0];
  if (table.given) n = table.given(n); //=> (not natively) n = table.given(n);
  if (table.text) {
    char *s = table.text();
    if (s) n = *s; //=> (not natively) n = *s;
  }
  return n > 3;
}
