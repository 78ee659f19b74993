// cover: --timeout 20 => safe
// In Boogie, commands count, and the targets of jumps that have several.
procedure main(x: int) {
  var y: int;
  y := 0;
  if (x > 10) {
    y := 1;
  } else if (x == 3) {
    y := 2;
  }
  if (y == 1 && x < 5) { //- 1
    y := 3; //- line
  }
  assert y != 3;
}
