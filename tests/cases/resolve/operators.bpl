// resolve: error

type T;

procedure arithmetic(i: int, r: real, b: bool, t: T, v: bv8, w: bv16)
{
  assert i + 1 == 2 && i - 1 == 2 && i * 2 == i && -i == 0;
  assert r + 1.5 == 2.0 && -r == 0.0 && r ** 2.0 == r && r / 2.0 == r;
  assert i / 2 == r && r / 2 == r && i / r == r;
  assert i div 2 == i mod 2;
  assert int(r) == i && real(i) == r;
  assert i < 1 && r <= 1.0 && !(i > 3) && r >= 0.1;
  assert b <==> b ==> (b <== b);

  assert i + r == r; //~ ERROR `+` cannot be applied to `int` and `real`
  assert i == r; //~ ERROR `==` cannot be applied to `int` and `real`
  assert i != b; //~ ERROR `!=` cannot be applied to `int` and `bool`
  assert r div 2.0 == r; //~ ERROR `div` cannot be applied to `real` and `real`
  assert r mod i == r; //~ ERROR `mod` cannot be applied to `real` and `int`
  assert i ** 2 == i; //~ ERROR `**` cannot be applied to `int` and `int`
  assert b / b == r; //~ ERROR `/` cannot be applied to `bool` and `bool`
  assert t < t; //~ ERROR `<` cannot be applied to `T` and `T`
  assert -b; //~ ERROR `-` cannot be applied to `bool`
  assert !i; //~ ERROR the operand of `!` must be of type bool, not `int`
  assert b && i && t; //~ ERROR the operands of `&&` must be of type bool, not `int`
  //~^ ERROR the operands of `&&` must be of type bool, not `T`
  assert i || b; //~ ERROR the operands of `||` must be of type bool, not `int`
  assert i ==> b; //~ ERROR the operands of `==>` must be of type bool, not `int`
  assert i <==> i; //~ ERROR the operands of `<==>` must be of type bool, not `int`
  //~^ ERROR the operands of `<==>` must be of type bool, not `int`
  assert int(i) == i; //~ ERROR only a `real` can be converted this way, not a `int`
  assert real(r) == r; //~ ERROR only a `int` can be converted this way, not a `real`
  assert (if i then b else b); //~ ERROR the condition of if-then-else must be of type bool, not `int`
  assert (if b then i else r) == i; //~ ERROR the branches of if-then-else are of types `int` and `real`
  assert (i : int) == (r : int); //~ ERROR an expression of type `real` is not a `int`
  assert i; //~ ERROR an assertion must be of type bool, not `int`
  assume t; //~ ERROR an assumption must be of type bool, not `T`
  assert v + v == v; //~ ERROR `+` cannot be applied to `bv8` and `bv8`
  assert w == v ++ v;
  assert v == v ++ v; //~ ERROR `==` cannot be applied to `bv8` and `bv16`
  assert v ++ i == w; //~ ERROR `++` cannot be applied to `bv8` and `int`
  assert w[8:0] == v && w[16:8] == v && w[3:3] == 0bv0;
  assert v[9:0] == v; //~ ERROR [9:0] needs a bit-vector of at least 9 bits, not `bv8`
  assert v[0:1] == v; //~ ERROR the range [0:1] ends before it starts
  assert i[1:0] == v; //~ ERROR [1:0] needs a bit-vector of at least 1 bit, not `int`
  assert v == 256bv8; //~ ERROR 256 does not fit into 8 bits
  assert "a" == "b";
  assert "a" + "b" == "c"; //~ ERROR `+` cannot be applied to `string` and `string`
}
