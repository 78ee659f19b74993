// check: unsafe bound=0 entry=main
// A declaration that gives way does not take its body along.
procedure {:extern} p(n: int);
procedure {:extern} p(n: int) { assert n != 5; } //~ assertion
procedure main() { call p(5); }
