// prove: shrink => safe
// Loops that assign nothing are written into certificates.
procedure main()
{
  var i, j: int;
  var go: bool;
  i := 0;
  havoc go;
  while (go && i < 1000000) { i := i + 1; havoc go; }
  if (i >= 100) { goto stuck; }
  j := 0;
  havoc go;
  while (go && i < 1000000) { j := j + 1; i := i + 1; havoc go; }
  if (j >= 100) { goto stuck; }
  assert i < 200; //=> assert i < 198;
  return;
stuck:
  goto stuck;
}
