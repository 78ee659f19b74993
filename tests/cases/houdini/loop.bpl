// houdini: lower upper
const {:existential true} lower: bool;
const {:existential true} upper: bool;
const {:existential true} strict: bool;
const {:existential true} even: bool;

procedure P(n: int)
  requires n >= 0; //=>
{
  var i: int;
  i := 0;
  while (i < n)
    invariant lower ==> i >= 0;
    invariant upper ==> i <= n;
    invariant strict ==> i < n;
    invariant even ==> i mod 2 == 0;
  {
    i := i + 1;
  }
  assert i == n;
}
