// rmt check samples/compiler.bpl --bound 2: safe up to bound 2
//
// A compiler from expressions to a stack machine, and both meanings: whatever the expression and the environment,
// running the code leaves the value of the expression on the stack. Datatypes, a recursive procedure, a polymorphic
// stack.
datatype Expr {
  Number(value: int),
  Variable(name: Name),
  Plus(left: Expr, right: Expr),
  Minus(left: Expr, right: Expr)
}

datatype Instruction {
  Push(constant: int),
  Load(from: Name),
  Add(),
  Subtract()
}

datatype Stack<T> { Stack(size: int, cells: [int]T) }

type Name;
type Environment = [Name]int;

var code: Stack Instruction;
var machine: Stack int;

function {:inline} pushed<T>(s: Stack T, x: T): Stack T
{
  Stack(s->size + 1, s->cells[s->size := x])
}

function {:inline} top<T>(s: Stack T, depth: int): T
{
  s->cells[s->size - 1 - depth]
}

function {:inline} popped<T>(s: Stack T, n: int): Stack T
{
  Stack(s->size - n, s->cells)
}

procedure compile(e: Expr)
  modifies code;
{
  if (e is Number) {
    code := pushed(code, Push(e->value));
  } else if (e is Variable) {
    code := pushed(code, Load(e->name));
  } else {
    call compile(e->left);
    call compile(e->right);
    code := pushed(code, if e is Plus then Add() else Subtract());
  }
}

procedure evaluate(e: Expr, env: Environment) returns (v: int)
{
  var l, r: int;

  if (e is Number) {
    v := e->value;
  } else if (e is Variable) {
    v := env[e->name];
  } else {
    call l := evaluate(e->left, env);
    call r := evaluate(e->right, env);
    v := if e is Plus then l + r else l - r;
  }
}

procedure run(env: Environment)
  modifies machine;
{
  var pc, l, r: int;
  var i: Instruction;

  pc := 0;
  while (pc < code->size) {
    i := code->cells[pc];
    if (i is Push) {
      machine := pushed(machine, i->constant);
    } else if (i is Load) {
      machine := pushed(machine, env[i->from]);
    } else {
      assert {:msg "two operands"} machine->size >= 2;
      l, r := top(machine, 1), top(machine, 0);
      machine := pushed(popped(machine, 2), if i is Add then l + r else l - r);
    }
    pc := pc + 1;
  }
}

procedure {:entrypoint} main(e: Expr, env: Environment)
  modifies code, machine;
{
  var v: int;

  code->size, machine->size := 0, 0;
  call compile(e);
  call run(env);
  call v := evaluate(e, env);
  assert machine->size == 1;
  assert top(machine, 0) == v;
}
