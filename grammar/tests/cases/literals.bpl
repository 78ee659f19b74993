// parse: ok
axiom 0 == 00 && 12345678901234567890123456789012345678901234567890 > 1;
axiom 1.5 < 2e10 && 1.0e-3 < 0.001e1 && 0.0 == 0e0 && 000.250 == 25e-2 && 12e-50 > 0.0;
axiom 0bv1 == 255bv8[1:0] && 340282366920938463463374607431768211455bv128 == x;
axiom 0x1.8e3f24e8 == 0x0.0e-126f24e8 && 0NaN24e8 == 0nan53e11 && 0+oo24e8 != 0-oo24e8 && -0x1.0e0f24e8 == y;
axiom {:text "plain", "with \"quotes\"", "c:\dir\file.c", "", "äöü ∀"} true;
axiom {:path "c:\dir\"}
  true;
axiom {:path "ends in a quote\""} {:next "b"} f("a string") == 0;
axiom {:path "this one has a quote \" and goes on"} true;
axiom {:path "c:\dir\\"}
  true;
