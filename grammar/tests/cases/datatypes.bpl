// parse: ok
datatype List<a> { Nil(), Cons(head: a, tail: List a) }
datatype {:opaque} Shape { Circle({:unit "cm"} radius: real), Box(width, height: real, {:x} depth: real) }
datatype One { One() }
type {:datatype} Old _;
function {:constructor} OldNil<a>(): Old a;
