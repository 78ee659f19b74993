// Pointers to pointers, and to arrays.
void feature(void) {
  T x = (T)B, y = (T)C, *p = &x, **pp = &p;
  T table[2][3] = {{1, 2, 3}, {4, 5, 6}}, (*row)[3] = table;
  **pp += 1; *pp = &y; *p -= 1;
  SEE(x); SEE(y); SEE(**pp); SEE((*row)[A % 3]); row++; SEE(row[0][A % 3]); SEE(*(*row + 1)); SEE(sizeof *row);
  T *flat = &table[0][0];
  SEE(flat[2]); SEE(&table[1] - &table[0]); SEE((*(row - 1))[1]);
}
