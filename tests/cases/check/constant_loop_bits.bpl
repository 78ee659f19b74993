// check: safe bound=0
function {:bvbuiltin "bvadd"} add(x: bv8, y: bv8) returns (bv8);
function {:bvbuiltin "bvult"} less(x: bv8, y: bv8) returns (bool);
procedure main()
{
  var i: bv8;
  i := 250bv8;
  goto head;
head:
  goto body, done;
body:
  assume less(0bv8, i);
  i := add(i, 1bv8);
  goto head;
done:
  assume !less(0bv8, i);
  assert i == 0bv8; //=> assert i == 1bv8;
}
