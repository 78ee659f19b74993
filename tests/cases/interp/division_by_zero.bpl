// explore: unsafe ints=0..2
// Division by zero has some value, the same each time.

procedure main() {
  var x: int;
  x := 0;
  assert 5 div x == 5 div (x + 0);
  assert 5 mod x == 5 mod 0;
  assume 4 div x == 2;
  assert 3 div x == 1; //~ assertion
}
