// verify: verified
// A loop inside of one with two entries: its head has one entry, and nothing is to be copied for it.
procedure Inner(a: bool) returns (x: int)
  ensures x == 0;
{
  start:
    x := 0;
    goto first, second;
  first:
    assert x == 0;
    goto head;
  head:
    goto inside, second;
  inside:
    assert x == 0; //=> assert x == 1;
    goto head;
  second:
    assert x == 0;
    goto first, end;
  end:
    return;
}
