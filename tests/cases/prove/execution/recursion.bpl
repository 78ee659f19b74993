// prove: execution => safe
// Contracts and where clauses are commands; what they say of what is not known is assumed.
var g: int where g > 0;

procedure {:entrypoint} main()
  modifies g;
{
  var r: int;

  call r := sum(100);
  assert r == 5050; //=> assert r == 5051;
  if (g > 5) { g := 1; }
  call r := sum(2);
  assert r == 3; //=> assert g == 1;
}

procedure sum(n: int) returns (r: int)
  requires n >= 0; //=> requires n > 0;
  ensures r >= n; //=> ensures r > n;
{
  if (n == 0) { r := 0; return; }
  call r := sum(n - 1);
  r := r + n;
}
