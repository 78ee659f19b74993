/* Programs of the table shape include a header of this name; this is what they use of it. */
extern int __VERIFIER_nondet_int(void);
#define __VERIFIER_plot(...) ((void)0)
#define ___sl_plot(...) ((void)0)
#define ___sl_get_nondet_int() __VERIFIER_nondet_int()
