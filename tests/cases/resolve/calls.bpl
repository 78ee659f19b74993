// resolve: error

procedure p(x: int, b: bool) returns (y: int, z: real);
procedure nothing();
procedure lemma(x: int, y: int); requires x < y; ensures x <= y;
procedure changes(x: int); modifies g;
procedure gives(x: int) returns (y: int);
var g: int;
const c: int;

procedure main(i: int) returns (j: int)
{
  var r: real;
  call j, r := p(i, true);
  call nothing();
  call g, r := p(g, g == 1);
  call p(1, true); //~ ERROR `p` has 2 out-parameters, not 0
  call j, r := p(1); //~ ERROR `p` has 2 in-parameters, not 1
  call j := nothing(); //~ ERROR `nothing` has 0 out-parameters, not 1
  call j, r := p(true, true); //~ ERROR the argument for `x` must be of type `int`, not `bool`
  call r, r := p(1, true); //~ ERROR `r` receives two results of one call
  //~^ ERROR what receives `y` must be of type `int`, not `real`
  call r, j := p(1, true); //~ ERROR what receives `y` must be of type `int`, not `real`
  //~^ ERROR what receives `z` must be of type `real`, not `int`
  call i, r := p(1, true); //~ ERROR `i` is an in-parameter and cannot be assigned
  call c, r := p(1, true); //~ ERROR `c` is a constant and cannot be assigned
  call main(i); //~ ERROR `main` has 1 out-parameter, not 0

  call forall lemma(*, *);
  call forall lemma(i, *);
  call forall lemma(*); //~ ERROR `lemma` takes 2 arguments, not 1
  call forall lemma(true, *); //~ ERROR the argument must be of type `int`, not `bool`
  call forall changes(*); //~ ERROR `call forall` of a procedure that modifies global variables is not supported
  call forall gives(*); //~ ERROR `call forall` of a procedure that has out-parameters is not supported
  call forall nobody(*); //~ ERROR the procedure `nobody` is not declared
}
