procedure first() { assert true; }
procedure second() { assert false; }
procedure bodiless();
