// resolve: error

var g: int;

procedure loops(n: int)
{
  var i: int;
  measure n; //~ ERROR a measure stands at the head of a loop only
  while (i < n)
    measure n - i;
    measure n; //~ ERROR a loop has at most one measure
  {
    i := i + 1;
    measure n; //~ ERROR a measure stands at the head of a loop only
  }
head:
  i := i + 1;
  measure n - i; //~ ERROR a loop's measure stands before the assignments
  goto head, out;
out:
  i := |{ here: measure n; return true; }|; //~ ERROR a measure stands at the head of a loop only
}

procedure twice(n: int)
  measure n;
  measure g; //~ ERROR a procedure has at most one measure
{
}

procedure real_number(n: int)
  measure n, 1.5; //~ ERROR a measure must be of type int or bool, not `real`
{
}

procedure unknown(n: int)
  measure m; //~ ERROR the variable `m` is not declared
{
}
