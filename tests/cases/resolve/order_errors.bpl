// resolve: error

type Class;
var g: Class;
const i: int;
const a: Class extends nothing; //~ ERROR the constant `nothing` is not declared
const b: Class extends g; //~ ERROR the parent `g` is not a constant
const c: Class extends i; //~ ERROR the parent `i` is of type `int`, not `Class`
const d: Class extends d; //~ ERROR the constant `d` is its own parent
axiom a <: i; //~ ERROR `<:` cannot be applied to `Class` and `int`
