// prove: chc => safe, mutants unsafe
// A request is answered before the next one is taken.
var locked: bool;
procedure {:entrypoint} main() modifies locked;
{
  var requests, taken: int;
  locked := false;
  requests, taken := 0, 0;
  while (*) {
    assert !locked;
    locked := true;
    taken := requests;
    if (*) {
      locked := false; //=> locked := taken == 2;
      requests := requests + 1;
    }
    if (requests == taken) {
      assert locked;
      locked := false;
    }
  }
}
