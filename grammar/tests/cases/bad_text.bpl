// parse: error
const a: int;
axiom {:x "no end } true;   //~ ERROR this string has no end on its line
const @b: int;   //~ ERROR unexpected character `@`
const c: int; % &   //~ ERROR unexpected character `%` //~ ERROR unexpected character `&`
const é: int;   //~ ERROR unexpected character `é`
const 1a: int;   //~ ERROR found the number `1`
const b: int;
#else   
//~^ ERROR there is no `#if` for this directive
#line
//~^ ERROR `#line` needs a line number
#line x y
//~^ ERROR `#line` needs a line number
#endif
//~^ ERROR there is no `#if` for this directive
const d: int;
#if x
#else
#else
//~^ ERROR the `#if` has its `#else` already
#endif
#if !y
//~^ ERROR this `#if` has no `#endif`
const e: int;
/* /* this comment ends */ but not the first one //~ ERROR this comment has no end
procedure {
