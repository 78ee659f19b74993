// verify: refuted
// A code expression with several paths has several values: an assertion must hold for each, an assumption passes if
// it holds for one, and below a negation the two change places.
function f(b: bool): bool { b }
function chosen(): bool { |{ A: goto B, C; B: return true; C: return false; }| }
procedure took(b: bool); requires b;
procedure needs(); requires |{ A: goto B, C; B: return true; C: return false; }|;
procedure gives(); ensures |{ A: goto B, C; B: return true; C: return false; }|;
procedure proves() ensures |{ A: goto B, C; B: return true; C: return false; }|; { } //~ postcondition

procedure assumed(x: int)
{
  assume |{ A: goto B, C; B: return true; C: return false; }|; assert false; //~ assertion
}
procedure asserted(x: int)
{
  assert |{ A: goto B, C; B: return true; C: return false; }|; //~ assertion
}
procedure denied(x: int)
{
  assert !|{ A: goto B, C; B: return true; C: return false; }|; //~ assertion
}
procedure assumed_not(x: int)
{
  assume !|{ A: goto B, C; B: return true; C: return false; }|; assert false; //~ assertion
}
procedure doubly(x: int)
{
  assume !!|{ A: goto B, C; B: return true; C: return false; }|; assert false; //~ assertion
}
procedure left(x: int)
{
  assert |{ A: goto B, C; B: return true; C: return false; }| ==> false; //~ assertion
}
procedure left_assumed(x: int)
{
  assume |{ A: goto B, C; B: return true; C: return false; }| ==> false; assert false; //~ assertion
}
procedure right(x: int)
{
  assert true ==> |{ A: goto B, C; B: return true; C: return false; }|; //~ assertion
}
procedure iff_true(x: int)
{
  assert |{ A: goto B, C; B: return true; C: return false; }| <==> true; //~ assertion
}
procedure iff_false(x: int)
{
  assert |{ A: goto B, C; B: return true; C: return false; }| <==> false; //~ assertion
}
procedure eq_true(x: int)
{
  assert |{ A: goto B, C; B: return true; C: return false; }| == true; //~ assertion
}
procedure neq_true(x: int)
{
  assert |{ A: goto B, C; B: return true; C: return false; }| != true; //~ assertion
}
procedure assume_iff(x: int)
{
  assume |{ A: goto B, C; B: return true; C: return false; }| <==> false; assert false; //~ assertion
}
procedure assume_neq(x: int)
{
  assume |{ A: goto B, C; B: return true; C: return false; }| != true; assert false; //~ assertion
}
procedure ite(x: int)
{
  assert (if |{ A: goto B, C; B: return true; C: return false; }| then true else false); //~ assertion
}
procedure ite_n(x: int)
{
  assert (if |{ A: goto B, C; B: return true; C: return false; }| then false else true); //~ assertion
}
procedure ite_a(x: int)
{
  assume (if |{ A: goto B, C; B: return true; C: return false; }| then true else false); assert false; //~ assertion
}
procedure ite_same(x: int)
{
  assert (if |{ A: goto B, C; B: return true; C: return false; }| then true else true);
}
procedure none_asserted(x: int)
{
  assert |{ A: assume false; return false; }|; assert false;
}
procedure none_assumed(x: int)
{
  assume |{ A: assume false; return true; }|; assert false;
}
procedure nest1(x: int)
{
  assert |{ A: assert |{ A: goto B, C; B: return true; C: return false; }|; return true; }|; //~ assertion
}
procedure nest2(x: int)
{
  assert |{ A: assume |{ A: goto B, C; B: return true; C: return false; }|; return false; }|; //~ assertion
}
procedure nest3(x: int)
{
  assert |{ A: assume !|{ A: goto B, C; B: return true; C: return false; }|; return false; }|; //~ assertion
}
procedure nest4(x: int)
{
  assume |{ A: assume |{ A: goto B, C; B: return true; C: return false; }|; return true; }|; assert false; //~ assertion
}
procedure nest5(x: int)
{
  assume |{ A: assert |{ A: goto B, C; B: return true; C: return false; }|; return false; }|; assert false; //~ assertion
}
procedure nest6(x: int)
{
  assume |{ var z: bool; A: z := |{ A: goto B, C; B: return true; C: return false; }|; return !z; }|; assert false; //~ assertion
}
procedure nest7(x: int)
{
  assert |{ var z: bool; A: z := |{ A: goto B, C; B: return true; C: return false; }|; return z; }|; //~ assertion
}
procedure nest8(x: int)
{
  assert |{ var z: bool; A: z := |{ A: goto B, C; B: return true; C: return false; }|; return z == z; }|;
}
procedure assigned(x: int)
{
  var z: bool; z := |{ A: goto B, C; B: return true; C: return false; }|; assert z; //~ assertion
}
procedure assigned_n(x: int)
{
  var z: bool; z := |{ A: goto B, C; B: return true; C: return false; }|; assert !z; //~ assertion
}
procedure branch(x: int)
{
  if (|{ A: goto B, C; B: return true; C: return false; }|) { assert false; } //~ assertion
}
procedure branch_n(x: int)
{
  if (!|{ A: goto B, C; B: return true; C: return false; }|) { assert false; } //~ assertion
}
procedure forall_a(x: int)
{
  assume (forall i: int :: |{ A: goto B, C; B: return i > 0; C: return i <= 0; }|); assert false; //~ assertion
}
procedure forall_n(x: int)
{
  assert !(forall i: int :: |{ A: goto B, C; B: return i > 0; C: return i <= 0; }|); //~ assertion
}
procedure witness(x: int)
{
  assert (exists i: int :: |{ A: goto B, C; B: return i > 0; C: return i < 0; }|); //~ assertion
}
procedure witness_a(x: int)
{
  assume (exists i: int :: |{ A: goto B, C; B: return i > 0; C: return i < 0; }|); assert false; //~ assertion
}
procedure local(x: int)
{
  assume |{ var y: int; A: return y > 5; }|; assert false; //~ assertion
}
procedure local2(x: int)
{
  assert |{ var y: int; A: return y > 5; }|; //~ assertion
}
procedure local3(x: int)
{
  assume |{ var y: int; A: assume y > 9; return y < 5; }|; assert false;
}
procedure fun(x: int)
{
  assume !f(|{ A: goto B, C; B: return true; C: return false; }|); assert false; //~ assertion
}
procedure fun2(x: int)
{
  assert f(|{ A: goto B, C; B: return true; C: return false; }|); //~ assertion
}
procedure fun3(x: int)
{
  assert f(|{ A: goto B, C; B: return true; C: return false; }|) ==> |{ A: goto B, C; B: return true; C: return false; }|; //~ assertion
}
procedure args(x: int)
{
  call took(|{ A: goto B, C; B: return true; C: return false; }|); //~ precondition
}
procedure pre(x: int)
{
  call needs(); //~ precondition
}
procedure post(x: int)
{
  call gives(); assert false; //~ assertion
}
procedure body(x: int)
{
  call proves();
}
procedure chosen1(x: int)
{
  assert chosen();  //~ assertion
}
procedure chosen2(x: int)
{
  assert !chosen();  //~ assertion
}
procedure chosen3(x: int)
{
  assert chosen() ==> chosen(); 
}
procedure det(x: int)
{
  assume |{ A: goto B, C; B: assume x > 0; return x > 1; C: assume x <= 0; return x > -5; }|; assert x != 1;
}
procedure det2(x: int)
{
  assume x > 1; assert |{ A: goto B, C; B: assume x > 0; return x > 1; C: assume x <= 0; return x > -5; }|;
}
