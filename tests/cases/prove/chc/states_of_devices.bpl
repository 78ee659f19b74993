// prove: chc => safe, mutants unsafe
// A driver: its calls depend on a lock and on what is registered, of which few values are; the rest of the state is memory.
type ref = int;
const first_open, first_close: ref;
axiom first_open == 1024;
axiom first_close == first_open + 1024;
var M0, M1, M2, M3, M4, M5, M6, M7: [ref]int;
var lock, opened, registered: int;

function {:inline} ne(a: int, b: int): int { if a != b then 1 else 0 }

function and(a: int, b: int): int;
axiom and(32, 16) == 0;

// What may wait is not asked for while the lock is taken.
procedure allocate(flags: int)
{
  var waits: int;
  waits := and(flags, 16);
  assert lock == 1 || waits == 0;
}

// Whether it waits is not known; if it was interrupted, the lock is not taken.
procedure lock_interruptible(p: ref) returns (r: int)
  modifies lock, M0;
{
  var is_free: int;
  M0[p] := M0[p] + 1;
  if (M0[p] > 7)
  {
    r := -4;
    return;
  }
  is_free := ne(lock, 2);
  assert is_free == 1;
  lock := 2;
  r := 0;
}

procedure unlock(p: ref)
  modifies lock;
{
  assert lock == 2;
  lock := 1;
}

procedure open(p: ref, depth: int) returns (r: int)
  modifies lock, opened, M0, M1, M2;
{
  var tried: int;
  call tried := lock_interruptible(p + 8);
  if (ne(tried, 0) == 1)
  {
    r := tried;
    return;
  }
  M1[p] := M2[p] + 1;
  opened := 1;
  call allocate(32); //=> call allocate(48);
  call unlock(p + 8);
  if (M1[p] > depth)
  {
    call r := open(M2[p], depth + 1);
  }
  r := 0;
}

procedure close(p: ref)
  modifies lock, opened, M0, M3;
{
  var tried: int;
  assert opened == 1;
  call tried := lock_interruptible(p + 8);
  M3[p] := 0;
  opened := 0;
  if (tried == 0) //=> if (tried <= 0)
  {
    call unlock(p + 8);
  }
}

procedure dispatch(f: ref, p: ref)
  modifies lock, opened, M0, M1, M2, M3;
{
  var r: int;
  if (f == first_open)
  {
    call r := open(p, 0);
  }
  else if (f == first_close)
  {
    call close(p);
  }
  else
  {
    assert false;
  }
}

procedure main()
  modifies lock, opened, registered, M0, M1, M2, M3, M4, M5, M6, M7;
{
  var p: ref;
  lock := 1;
  opened := 0;
  registered := 0;
  while (*)
  {
    havoc p;
    M4[p] := M5[p] + M6[p];
    M7[M4[p]] := p;
    if (registered == 0)
    {
      registered := ne(M4[p], 0);
    }
    else if (opened == 0)
    {
      call dispatch(first_open, p);
    }
    else
    {
      call dispatch(first_close, p); //=> call dispatch(first_close + 4, p);
    }
    assert lock == 1;
  }
}
