// parse: ok
procedure P(n: int) returns (r: int, s: int)
{
  var i, j: int;
  var {:a} m: [int][int]int where m[0][0] == 0;
  var d: D;

  assert true;
  assert {:sourcefile "a.c"} {:sourceline 3} i >= 0;
  assume i < n;
  assume {:branchcond n} {:partition} true;
  havoc i;
  havoc i, j, m;
  i := 0;
  i, j := j, i;
  m[i][j] := 1;
  m[i, j], d->f->g[1]->h := {:tuple} 2, 3;
}

procedure Q(n: int) returns (r: int, s: int)
{
  var i, j: int;
  var d: D;

  i := {:note "here"} 1;
  Pair(i, j) := {:note} d;
  call Empty();
  call {:cexpr "x"} {:other} Use(1 + 2, i);
  call r := Get();
  call {:a} r, s := P(n);
  free call r := Get();
  async call Use(1, 2);
  call {:async} Use(1, 2);
  call forall Lemma(*, i + 1);
  call {:a} forall Lemma();
  goto A, B;
A:
  return;
B:
  if (*) { goto C; } else { goto D; }
C:
  if {:likely} (i < j) {
    i := i + 1;
  } else if (i == j) {
    L: M: i := j;
  } else if (*) {
  } else {
    return;
  }
D: while (i < n)
    invariant 0 <= i;
    free invariant {:candidate} i <= n;
  {
    if (i == 3) { break; }
    while {:unroll 3} (*) { break D; }
    i := i + 1;
  }
  goto {:jump} E;
E:
  push;
  hide *;
  reveal f;
  reveal *;
  hide f;
  pop;
  return {:last};
F:
}
