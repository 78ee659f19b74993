// rmt: check => safe
// What is copied need not have a value, what decides does: bytes between members, elements that change places.
struct pair { char c; int n; };

int main(void) {
  struct pair from, to;
  int places[2];
  from.c = 1;
  from.n = 2;
  for (unsigned i = 0; i < sizeof to; i++) ((unsigned char *)&to)[i] = ((unsigned char *)&from)[i];
  places[0] = to.n; //=> (not natively) places[1] = to.n;
  int swapped = places[1];
  places[1] = places[0];
  places[0] = swapped;
  return places[1] == 3;
}
