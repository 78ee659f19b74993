// check: safe bound=0
// A free precondition is assumed where the procedure begins, with a body or without.
var g: int;
procedure with_body();
  free requires g > 0; //=>   free requires g >= 0;
procedure without_body() returns (r: int);
  free requires g < 3; //=>   free requires g <= 3;
implementation with_body() { }
procedure main()
{
  var r: int;
  call with_body();
  assert g > 0;
  call r := without_body();
  assert g < 3;
}
