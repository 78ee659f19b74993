// elaborate: error
type C _;
function wrap<a>(x: a): C a;

procedure grow<a>(x: a) //~ ERROR polymorphic recursion
{
  call grow(wrap(x));
}

procedure main()
{
  call grow(1);
}
