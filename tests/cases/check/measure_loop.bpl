// check: safe bound=4
// Values of a measure decrease lexicographically, and integers among them stay at zero or above.
procedure main()
{
  var i: int;
  var late: bool;
  i := 2;
  late := true;
  while (i > 0 || late)
    measure i, late; //=> measure i;
  {
    if (i > 0) { i := i - 1; } else { late := false; }
  }
}
