// parse: ok
#if NOT_DEFINED
this is left out "as is
#if NESTED
#else
#endif
#elsif NEITHER
nor is this kept }}}
#elsif !THIS
const kept: int;
#else
but not this
#endif
  #if ! ! ! NAME
const kept_too: int;
  #else
  left out
  #endif
#if X
#else
const kept_as_well: int;
#endif
#line 10 other.bpl
#line -3
axiom #if + #line == #else;
