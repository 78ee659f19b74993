// rmt: check --check bounds --bound 4 => safe
// Both lengths of an array of arrays have the same text.
void __VERIFIER_error(void);
int main(void) {
  int n = 3;
  int a[n][n], sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = i == j; //=> a[i][j] = i <= j;
  n++;
  for (int i = 0; i < 3; i++)
    sum += a[i][2 - i] + a[i][i]; //=> sum += a[i][2 - i];
  if (sum != 4) //=> if (sum != 3)
    __VERIFIER_error();
  return sizeof a != 9 * sizeof(int); //=> if (sizeof a == 9 * sizeof(int)) __VERIFIER_error();
}
