// check: unsafe bound=3
// Two ways come to `Both` with all variables alike. One has made two rounds of the outer loop (`Outer`), which it entered at its header; the
// other three of the inner one (`Inner`), and none of the outer loop, which it entered there. So what is left, two rounds of
// the outer loop, is within the bound on the second way alone.
procedure main()
{
  var x, y, any: int;
  var is_inner, never: bool;
  x := 0;
  y := 0;
  never := false;
  is_inner := false;
  goto Outer, Beside;
Beside:
  x := -1;
  is_inner := true;
  goto Inner;
Outer:
  goto ToInner, Past;
ToInner:
  assume never;
  goto Inner;
Past:
  assume !never;
  goto Both;
Inner:
  goto Both;
Both:
  havoc any;
  // A round that is decided by constants would not count.
  goto Here, There;
Here:
  goto Decided;
There:
  goto Decided;
Decided:
  goto Again, Enough;
Enough:
  assume x >= 2;
  y := y + 1;
  assert y < 3; //~ assertion
  goto Outer;
Again:
  assume x < 2;
  x := x + 1;
  if (is_inner) {
    is_inner := x < 2;
    goto Inner;
  }
  goto Outer;
}
