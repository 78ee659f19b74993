// check: unsafe bound=0 entry=main contexts=all
// Both bodies are implementations, so a call runs either; those that are the same count once.
procedure {:extern} p(n: int) returns (r: int) { r := n; }
procedure p(m: int) returns (s: int);
procedure {:extern} p(n: int) returns (r: int) { r := n; }
implementation p(k: int) returns (t: int) { t := k + 1; }
procedure main()
{
  var x: int;
  call x := p(5);
  assert x == 5 || x == 6;
  assert x == 6; //~ assertion
}
