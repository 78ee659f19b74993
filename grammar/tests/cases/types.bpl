// parse: pairs
const a: C int [int]bool;
const a: ((C (int) ([int]bool)));
const b: C D E int;
const b: C (D) (E) (int);
const c: C (D E) [int]C D;
const c: C (D E) ([int](C D));
const d: [int, bool][real]C bv32;
const d: [int, bool]([real](C (bv32)));
const e: C <a>[a]int;
const e: C (<a>[a]int);
const f: <a, b>[Field a, b]<c>[c]a;
const f: (<a, b>[Field a, b](<c>[c](a)));
const g: []int;
const g: ([](int));
const h: C ([int]bool) int;
const h: C (([int]bool)) (int);
