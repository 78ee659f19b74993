// check: unsafe bound=0
// What is known after the call: one of the paths.
procedure gives() returns (r: int);
  ensures |{ A: goto B, C; B: return r > 0; C: return r < 0; }|;
procedure main()
{
  var r: int;
  call r := gives();
  assert r > 0; //~ assertion
}
