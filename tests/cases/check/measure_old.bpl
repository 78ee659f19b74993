// check: safe bound=3
// Before a recursive call, the measure is less than it was at the entry.
var fuel: int;

procedure {:entrypoint} main()
{
  fuel := 2;
  call burn();
}

procedure burn()
  measure fuel;
{
  if (fuel > 0) {
    fuel := fuel - 1; //=> fuel := fuel - 1 + 1;
    call burn();
  }
}
