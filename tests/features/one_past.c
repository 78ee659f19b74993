// A pointer just behind an array is compared and counted back.
void feature(void) {
  T table[A];
  T *end = table + A, *at = end;
  for (int i = 0; at != table; i++) *--at = (T)(B + i);
  SEE(end - table); SEE(at == table); SEE(&table[A] == end); SEE(end > at); SEE(table[0]); SEE(end[-1]);
  SEE((char *)end - (char *)at); SEE(&end[-A] == table);
}
