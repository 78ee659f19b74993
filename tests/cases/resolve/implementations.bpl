// resolve: ok

type List _;
procedure {:entrypoint} p<a>({:in} n: int where n > 0, l: List a) returns (r: List a);
  requires n > 1;
  ensures r == l && n < 10;

// the names of the body are those of the implementation
implementation {:inline 1} p<b>(m: int, k: List b) returns (s: List b)
{
  var x: b;
  assert m > 0;
  s := k;
}

// a second one gets a contract of its own
implementation p<a>(n: int, l: List a) returns (r: List a)
{
  r := l;
}

procedure order<a, b>(x: List b, y: a);
implementation order<a, b>(x: List a, y: b) { }

procedure own() { assert true; }
implementation own() { assert false; }
