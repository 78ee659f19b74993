// check: unsafe bound=0
// What a division by zero gives is not said, but it is a function of the dividend.
procedure main(a: int, b: int, r: real)
{
  assume a div 0 == 7 && b div 0 == 9 && (a + 1) mod 0 == 3 && r / 0.0 == 2.5 && b == 12;
  assert a == 13; //~ assertion
}
