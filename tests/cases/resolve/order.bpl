// resolve: ok
// The partial order of Boogie 2.

type Class;
const Object: Class extends;
const Animal: Class extends Object complete;
const Cat, Dog: Class extends unique Animal;
const Lonely: Class extends complete;

procedure main(c: Class, i: int)
{
  assert Cat <: Object && !(Object <: Cat);
  assert c <: c && i <: i;
}
