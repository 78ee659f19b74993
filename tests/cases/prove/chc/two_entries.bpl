// prove: chc => safe, mutants unsafe
// A loop with two entries.
procedure main()
{
  var x: int;
  x := 0;
  goto first, second;
first:
  x := x + 2;
  goto second, done;
second:
  x := x + 4; //=> x := x + 4; if (x == 12) { x := 13; }
  goto first, done;
done:
  assert x mod 2 == 0;
}
