// prove: chc => safe, mutants unsafe
// What a procedure without a body does is what it promises.
procedure input() returns (r: int);
  ensures r > 0;
procedure {:entrypoint} main()
{
  var s, x: int;
  s := 0;
  while (*) {
    call x := input();
    s := s + x; //=> s := s - x;
  }
  assert s >= 0;
}
