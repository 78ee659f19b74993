// prove: chc => safe, mutants unsafe
// A machine of three states.
procedure main()
{
  var state, opened: int;
  state, opened := 0, 0;
  while (*) {
    if (state == 0) {
      opened := opened + 1;
      state := 1;
    } else if (state == 1) {
      if (*) { state := 2; }
    } else {
      opened := opened - 1;
      state := 0; //=> state := 1;
    }
    assert opened >= 0 && opened <= 1;
  }
}
