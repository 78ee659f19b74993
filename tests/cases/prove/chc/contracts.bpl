// prove: chc => safe, mutants unsafe
// Contracts are checked at calls and returns.
procedure clamp(x: int, most: int) returns (r: int)
  requires most >= 0;
  ensures r <= most;
{
  r := if x > most then most else x;
}
procedure {:entrypoint} main(x: int)
{
  var y, limit: int;
  y, limit := x, 10;
  while (*) {
    call y := clamp(y + 1, limit);
    limit := limit + 1; //=> limit := limit - 1;
  }
  assert y <= limit || y == x;
}
