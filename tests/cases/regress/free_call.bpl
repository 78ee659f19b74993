// check: safe bound=0 entry=main
// A free call does not check the precondition.
procedure needs(x: int);
  requires x > 0;
procedure main() {
  free call needs(0); //=>  call needs(0);
}
