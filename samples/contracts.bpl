// rmt check samples/contracts.bpl --bound 3: safe up to bound 3
//
// Binary search with contracts: `requires` is checked at the call, `ensures` at the return, the loop invariant at each
// arrival at the loop. Where clauses bound what a havoc may choose.
const N: int;
axiom N >= 0;

var a: [int]int;
var probes: int where 0 <= probes;

function sorted(a: [int]int, lo: int, hi: int): bool
{
  (forall i, j: int :: lo <= i && i <= j && j < hi ==> a[i] <= a[j])
}

procedure Search(key: int) returns (index: int, found: bool)
  requires sorted(a, 0, N);
  modifies probes;
  ensures found ==> 0 <= index && index < N && a[index] == key;
  ensures !found ==> (forall i: int :: 0 <= i && i < N ==> a[i] != key);
  ensures probes >= old(probes);
{
  var lo, hi, middle: int;

  lo, hi, found := 0, N, false;
  while (lo < hi)
    invariant 0 <= lo && lo <= hi && hi <= N;
    invariant (forall i: int :: 0 <= i && i < lo ==> a[i] < key);
    invariant (forall i: int :: hi <= i && i < N ==> key < a[i]);
  {
    middle := lo + (hi - lo) div 2;
    probes := probes + 1;
    if (a[middle] < key) {
      lo := middle + 1;
    } else if (key < a[middle]) {
      hi := middle;
    } else {
      index, found := middle, true;
      return;
    }
  }
}

// Known by its contract alone: the array becomes sorted, nothing else changes.
procedure Sort();
  modifies a;
  ensures sorted(a, 0, N);

procedure {:entrypoint} main(key: int)
  modifies a, probes;
{
  var index: int;
  var found: bool;
  var other: int where other != key;

  call Sort();
  call index, found := Search(key);
  assert found ==> a[index] == key;
  havoc other;
  if (found) {
    assert a[index] != other;
  }
}
