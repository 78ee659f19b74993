// rmt: check --check none => safe
// Structs by value: parameters, results, assignment, compound literals, anonymous members.
#include <assert.h>

struct pair {
  int first;
  struct {
    int second;
  };
};

struct pair swap(struct pair p) {
  struct pair q = p;
  p.first = q.second;
  p.second = q.first;
  return p;
}

int main(void) {
  struct pair a = {1, {2}};
  struct pair b = swap(a);
  assert(a.first == 1 && a.second == 2);
  assert(b.first == 2 && b.second == 1); //=> assertion: assert(b.first == 1);
  b = (struct pair){8, {9}};
  struct pair all[2];
  all[1] = b;
  assert(all[1].second == 9);
  return 0;
}
