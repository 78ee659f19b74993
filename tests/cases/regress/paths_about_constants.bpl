// prove: execution => unsafe
// What a path takes for granted of constants counts where it is compared with others: they may be looked at again.
const a: int;
const b: int;
procedure main() {
  var x: int;
  x := 0;
  if (a > b) { x := 0; } else { x := 0; }
  x := 0;
  if (a <= b) { x := 2; } else { x := 0; }
  assert x != 2;
}
