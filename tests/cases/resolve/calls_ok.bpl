// resolve: ok

var g: int;
procedure worker(x: int) modifies g; requires x > 0;
{ g := x; }
procedure lemma(x: int, y: int);
  requires x < y;
  free requires x != 7;
  ensures x <= y && old(g) == g;
  free ensures (forall z: int :: z > y ==> z > x);

procedure main(i: int)
{
  async call worker(1);
  call {:async} worker(2);
  free call worker(-1);
  call {:cexpr "x"} worker(i);
  call forall lemma(*, *);
  call forall lemma(i, *);
  call forall lemma(i, g);
}
