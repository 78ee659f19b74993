// rmt check samples/popcount.bpl: safe
//
// The number of ones in a word, counted bit by bit and in parallel sums. Nothing loops, so that the proof holds whatever
// the bound.
function {:bvbuiltin "bvadd"} add(x: bv16, y: bv16): bv16;
function {:bvbuiltin "bvsub"} sub(x: bv16, y: bv16): bv16;
function {:bvbuiltin "bvand"} and(x: bv16, y: bv16): bv16;
function {:bvbuiltin "bvlshr"} shr(x: bv16, n: bv16): bv16;
function {:bvbuiltin "bvule"} ule(x: bv16, y: bv16): bool;

const FIVES, THREES, NIBBLES: bv16;
axiom FIVES == 21845bv16 && THREES == 13107bv16 && NIBBLES == 3855bv16;   // 0x5555, 0x3333, 0x0f0f

procedure parallel(word: bv16) returns (ones: bv16)
{
  ones := sub(word, and(shr(word, 1bv16), FIVES));
  ones := add(and(ones, THREES), and(shr(ones, 2bv16), THREES));
  ones := and(add(ones, shr(ones, 4bv16)), NIBBLES);
  ones := and(add(ones, shr(ones, 8bv16)), 31bv16);
}

procedure bit(word: bv16, n: bv16) returns (b: bv16)
{
  b := and(shr(word, n), 1bv16);
}

procedure quarter(word: bv16, n: bv16) returns (ones: bv16)
{
  var b0, b1, b2, b3: bv16;

  call b0 := bit(word, n);
  call b1 := bit(word, add(n, 1bv16));
  call b2 := bit(word, add(n, 2bv16));
  call b3 := bit(word, add(n, 3bv16));
  ones := add(add(b0, b1), add(b2, b3));
}

procedure {:entrypoint} main(word: bv16)
{
  var q0, q1, q2, q3, ones: bv16;

  call q0 := quarter(word, 0bv16);
  call q1 := quarter(word, 4bv16);
  call q2 := quarter(word, 8bv16);
  call q3 := quarter(word, 12bv16);
  call ones := parallel(word);
  assert ones == add(add(q0, q1), add(q2, q3));
  assert ule(ones, 16bv16);
  assert ones == 0bv16 <==> word == 0bv16;
}
