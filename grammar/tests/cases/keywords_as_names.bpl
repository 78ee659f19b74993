// parse: ok
// Words that only some versions of the language reserve are names wherever they do no keyword's work.
type action, datatype, uses;
const left, right, both, atomic, push, pop, hide, reveal: int;
const is, measure, par, async, yield, pure, extends, complete, revealed, hideable: int;
const refines, preserves, asserts, layer, linear: int;
var datatype: int;
function pure(extends: int): uses { extends }
function is(is: int, yield, par: bool): int { if is == is && yield then is + measure else -is }
axiom left + right < is && (measure == measure) && x is is && f(is) is is;
axiom {:async} {:procedure} {:yield 1} {:if} {:where "x"} {:is is, measure} true;
const unique extends: extends extends extends complete;

procedure measure(action: datatype, yield: yield) returns (async: action)
  requires yield is yield;
{
  var push: pop;
  var measure, reveal, par: int;

  push := pop;
  reveal := hide;
  hide, reveal := reveal, hide;
  par := 1;
  par[1] := 2;
  measure := measure;
  measure[measure] := 3;
  yield := yield + 1;
  async := async;
  is := is;
  call par := measure(par, yield);
  call measure(par, yield);
  call async(is);
yield:
  goto yield, push, is;
push:
  reveal reveal;
  hide hide;
  push;
  pop;
is: measure: par: left: reveal: hide: async: pure: action:
}
