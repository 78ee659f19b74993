// check: safe bound=0
// Uninitialised variables of a code expression are quantified.
procedure main(y: int)
{
  assert |{ var x: int; A: assume x > y; return x >= y + 1; }|; //=> assert |{ var x: int; A: return x >= y + 1; }|;
  assert y >= 5 ==> //=> assert y >= 4 ==>
    |{ var x: int; A: assume x > y; goto B, C; B: return x > 5; C: havoc x; return true; }|;
  assume |{ var x: int; A: assume x > y; goto B, C; B: return x < 7; C: assume x < 0; return true; }|; //=> assume true;
  assert y < 6;
}
