// prove: chc => safe, mutants unsafe
// What a procedure does to a global, again and again.
var g: int;
procedure step(by: int) modifies g; requires by > 0; { g := g + by; }
procedure walk(n: int) modifies g;
{
  if (n > 0) {
    call step(n); //=> g := g - 1;
    call walk(n - 1);
  }
}
procedure {:entrypoint} main(n: int) modifies g;
  requires n >= 0;
{
  g := 0;
  call walk(n);
  assert g >= 0;
}
