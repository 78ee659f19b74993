// check: safe bound=0
// What is joined lies between the numbers that meet, but for a gap: behind the condition it is in one segment.
var size: [int]int;

procedure find(known: bool) returns (p: int)
{
  p := 0;
  if (known)
  {
    p := 48;
    if (*)
    {
      p := 51;
    }
  }
}

procedure main()
  modifies size;
{
  var known: bool;
  var p, q, base: int;
  size[48] := 4;
  call p := find(known);
  if (p == 0)
  {
    return;
  }
  base := p - p mod 16;
  assert base == 48 && p - base < size[base]; //=> assert base == 48 && p - base < size[base] - 1;
  q := if known then -1 - p else p;
  assert q div 16 == -4; //=> assert q div 16 == -3;
}
