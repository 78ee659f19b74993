// rmt: check --entry bounded_copy --bound 5 => safe
// A text goes where there is room, as far as there is.
unsigned bounded_copy(char *to, unsigned size, const char *from) {
  unsigned i = 0;
  if (!to || !from || size == 0) return 0; //=> if (!to || size == 0) return 0;
  while (from[i] && i + 1 < size) {        //=> while (from[i]) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return i;
}
