// prove: chc => safe
// Even from 5000 on.
procedure main()
{
  var x: int;
  x := 0;
  while (x < 100000) {
    if (x < 5000) {
      x := x + 1;
    } else {
      x := x + 2; //=> x := x + 3;
    }
  }
  assert x mod 2 == 0; //=> assert x mod 2 == 1;
}
