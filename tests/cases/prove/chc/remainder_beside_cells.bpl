// prove: chc => safe, mutants unsafe
// What is known of remainders is about the relations as they were before cells of the array took its place.
procedure {:entrypoint} main(n: int)
{
  var a: [int]int;
  var i, k: int;

  i := 0;
  while (i < n) {
    a[i] := 7; //=> a[i] := i;
    i := i + 2; //=> i := i + 3;
  }
  assert i mod 2 == 0;
  havoc k;
  assume 0 <= k && k < n && k mod 2 == 0;
  assert a[k] == 7;
}
