procedure P()
{
L:
  goto L, M;
M:
  return;
}
procedure main() { call P(); }
