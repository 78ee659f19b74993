// parse: ok
// A name is defined for each of the files that are taken together.
#if FILE_0
const first: int;
#else
but not this
#endif
#if FILE_1 
nor this
#elsif !FILE_1
const second: int;
#endif
