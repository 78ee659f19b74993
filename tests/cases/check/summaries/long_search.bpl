// check: safe bound=1 summaries=typestate
// What is inferred once a search takes long is about globals that assertions mention, so `used` gets no summary.
var held: int;
var used: int;
procedure acquire()
  modifies held;
{
  assert held == 0;
  held := 1;
}
procedure release()
  modifies held;
{
  assert held == 1;
  held := 0;
}
procedure work(n: int)
  modifies held, used;
{
  call acquire();
  used := used + n;
  call release(); //=> if (n != 1) { call release(); }
  if (n > 0) { call work(n - 1); }
  call acquire();
  used := used - n;
  call release();
}
procedure main(n: int)
  modifies held, used;
{
  held := 0; //=> held := 1;
  call work(n);
  assert held == 0;
}
