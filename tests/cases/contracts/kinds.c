// rmt: verify --check default,unsigned,conversion => fails
// What C defines and is a mistake all the same, unless a pragma says otherwise.
unsigned next(unsigned n)
__CPROVER_assigns()
{
  return n + 1; //~ unsigned integer overflow
}

unsigned char low(unsigned n)
__CPROVER_assigns()
{
  return (unsigned char)n; //~ a conversion changes the value
}

#pragma CPROVER check push
#pragma CPROVER check disable "unsigned-overflow"
unsigned wraps(unsigned n)
__CPROVER_assigns()
{
  return n + 1;
}
#pragma CPROVER check pop
