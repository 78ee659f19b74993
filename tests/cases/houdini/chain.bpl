// houdini:
// One that falls at the end brings all down.
const {:existential true} a: bool;
const {:existential true} b: bool;
const {:existential true} c: bool;

procedure P()
{
  var x, y, z, u: int;
  x, y, z, u := 0, 0, 0, 1; //=> x, y, z, u := 0, 0, 0, 0;
  while (*)
    invariant a ==> x == 0;
    invariant b ==> y == 0;
    invariant c ==> z == 0;
  {
    x := y;
    y := z;
    z := u;
  }
}
