// houdini: positive grows
// What is assumed in one procedure is checked in another; what falls takes along what it proved.
const {:existential true} positive: bool;
const {:existential true} small: bool;
const {:existential true} grows: bool;
const {:existential true} bounded: bool;
var g: int;

procedure Main()
  modifies g;
{
  g := 0;
  call Step(3);
  call Step(20); //=> call Step(2);
}

procedure Step(by: int)
  requires positive ==> by > 0;
  requires small ==> by < 10;
  ensures grows ==> g > old(g);
  ensures bounded ==> g < old(g) + 10;
  modifies g;
{
  g := g + by;
}
