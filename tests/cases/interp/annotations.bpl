// explore: unsafe bound=1 ints=0..7
// Source positions, prints, recorded values, messages, changed cells.

type ref;
datatype Pair { Pair(first: int, second: bool) }

const c: int;
var memory: [int]int;
var heap: [ref][int]int;
var untouched: int;

procedure boogie_si_record_int(x: int);

procedure store(p: int, v: int)
  modifies memory;
{
  assume {:sourceloc "lib.c", 3, 7} true;
  memory[p] := v;
}

procedure {:entrypoint} main(x: int, o: ref) returns (r: int)
  modifies memory, heap;
{
  var d: Pair;
  var b: bool;
  memory := (lambda i: int :: 0);
  heap := (lambda q: ref :: (lambda i: int :: 0));
  assert {:sourcefile "main.c"} {:sourceline 10} true;
  assume x == 5 && c == 3;
  call {:cexpr "x"} boogie_si_record_int(x);
  assert {:sourceline 11} true;
  call store(1, x + c);
  heap[o][7] := 1;
  d := Pair(x, true);
  havoc b;
  assume {:print "the pair is", d} b;
  assert {:sourcefile "?"} {:sourceline 0} {:print "nowhere"} true;
  if (*) {
    assert {:sourcefile "main.c"} {:sourceline 12} true;
    r := memory[1];
  } else {
    r := 0;
  }
  assert {:sourceline 14} {:msg "r is small"} r < 3; //~ assertion
}
