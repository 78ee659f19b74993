// check: unsafe bound=0
// A violation ends the execution, so the assumption behind it does not matter.
procedure main()
{
  assert false; //~ assertion
  assume false;
}
