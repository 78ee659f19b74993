// verify: verified
// Terms of a pool instantiate the quantifiers that draw from it.
function F(int): bool;
function G(int, int): bool;

procedure Assumed()
{
  assume (forall {:pool "L"} x: int :: F(x - 1));
  assert {:add_to_pool "L", 1} F(0); //=> assert {:add_to_pool "M", 1} F(0);
  assert (forall y: int :: {:add_to_pool "L", y + 1} F(y)); //=> assert (forall y: int :: F(y));
}

procedure Witness()
{
  assume (exists x: int :: {:add_to_pool "L", x + 1} F(x)); //=> assume (exists x: int :: F(x));
  assert (exists {:pool "L"} y: int :: F(y - 1)); //=> assert (exists {:pool "L"} y: int :: !F(y - 1));
}

procedure Two()
{
  assume (forall {:pool "A"} x: int, {:pool "B"} y: int :: G(x - 1, y + 1));
  assert {:add_to_pool "A", 1} {:add_to_pool "B", -1} G(0, 0); //=> assert {:add_to_pool "A", 1} {:add_to_pool "B", 1} G(0, 0);
}

procedure Bitvectors(b: bv8)
{
  var m: [bv8]int;
  assume (forall {:pool "L"} x: bv8 :: m[x] == 0);
  assert {:add_to_pool "L", b} m[b] == 0; //=> assert {:add_to_pool "L", b} m[b] == 1;
}
