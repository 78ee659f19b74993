// elaborate: error
var p: <a>[int]a; //~ ERROR holds maps of its own type

procedure main()
  modifies p;
{
  p[1] := p;
}
