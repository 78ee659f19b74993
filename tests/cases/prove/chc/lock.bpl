// prove: chc => safe, mutants unsafe
// A lock is never taken twice.
var locked: bool;
procedure acquire() modifies locked; { assert !locked; locked := true; }
procedure release() modifies locked; { assert locked; locked := false; }
procedure {:entrypoint} main() modifies locked;
{
  var old_count, count: int;
  locked := false;
  call acquire();
  old_count := count;
  while (true) {
    call release();
    if (*) {
      count := count + 1; //=> call acquire(); count := count + 1;
    }
    call acquire();
    if (count == old_count) { break; }
    old_count := count;
  }
  call release();
}
