// rmt check samples/protocol.bpl --bound 3: unsafe
//
// A sender that retransmits, as a compiler leaves it: labels and gotos alone, and two ways into the loop, so that the
// flow graph is irreducible. A time-out sends without a look at the window, so that it grows beyond its limit.
// Bound 1 is not enough to see it; there the verdict is "safe up to bound 1", not "safe".
const LIMIT: int;
axiom LIMIT == 5;

var window: int;   // packets sent, not acknowledged
var sent, acknowledged: int;

procedure {:entrypoint} main()
  modifies window, sent, acknowledged;
{
  var resumed, lost: bool;

  window, sent, acknowledged := 0, 0, 0;
  havoc resumed;
  goto resume, start;

start:
  assume !resumed;
  goto send;

resume:
  assume resumed;
  // One packet of the old session is still on its way.
  window, sent := 1, 1;
  goto wait;

send:
  assert {:msg "the window is full"} window < LIMIT;
  window := window + 1;
  sent := sent + 1;
  goto wait, more;

more:
  assume window < LIMIT;
  goto send;

wait:
  havoc lost;
  goto timeout, acknowledge, idle;

timeout:
  assume lost && window > 0;
  goto send;

acknowledge:
  assume !lost && window > 0;
  window := window - 1;
  acknowledged := acknowledged + 1;
  goto wait, more;

idle:
  assume window == 0;
  assert acknowledged == sent;
  return;
}
