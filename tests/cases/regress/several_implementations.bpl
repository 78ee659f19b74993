// check: unsafe bound=0 entry=main
// A call may run any of the implementations, not just the first.
procedure p();
implementation p() { }
implementation p() { assert false; } //~ assertion
procedure main() { call p(); }
