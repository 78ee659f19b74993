procedure main()
{
  assert undeclared;
}
