// check: safe
// The result of a call wins over what the callee did to the global that receives it, also where another call needs
// the callee's value of that global.

var g: int;

procedure p() returns (r: int)
  modifies g;
{
  g := 1;
  r := 2;
}

procedure main()
  modifies g;
{
  var x: int;
  call g := p();
  assert g == 2; //=> assert g == 1;
  call x := p();
  assert g == 1; //=> assert g == 2;
}
