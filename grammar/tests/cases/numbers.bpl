// parse: error
axiom 1e99999999999 > 0.0;   //~ ERROR an exponent lies between
axiom 1e-10001 > 0.0;   //~ ERROR an exponent lies between
axiom 1e10000 > 1.5e-10000;
axiom 5bv99999999999 == x;   //~ ERROR the width of a bit vector is at most 4294967295
axiom 5bv4294967295 == x;
axiom x[4294967296:0] == y;   //~ ERROR the bound of an extraction is at most 4294967295
axiom x[1:99999999999999999999] == y;   //~ ERROR the bound of an extraction is at most 4294967295
axiom x[4294967295:4294967295] == y;
