// prove: execution => unsafe
// What a recursive function comes to is remembered. While it was supposed that the first assertion does not hold, c was more
// than 5; behind it, c may be anything.
const c: int;
function f(n: int): int { if n <= 0 then (if c > 5 then 1 else 0) else f(n - 1) }
procedure main()
{
  assert c <= 5 || f(3) == 1;
  assert f(3) == 1;
}
