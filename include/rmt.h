/* Inputs of any size, for harnesses: `#include <rmt.h>`.
 *
 * Under rmt, memory that a program has not written holds anything, so what these make holds anything. Natively, it is
 * filled with what __VERIFIER_nondet_uchar() returns, byte by byte; under rmt, too, if RMT_FILL is defined, so that test
 * cases have these bytes. Where memory is short, the program ends. */
#ifndef RMT_H
#define RMT_H

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

#ifdef __RMT__
extern void __VERIFIER_assume(int);
extern void __rmt_any(void *);
#define rmt_assume(condition) __VERIFIER_assume((condition) != 0)
#else
/* Goes on only if the condition holds. */
#define rmt_assume(condition) ((condition) ? (void)0 : exit(0))
#endif

/* In front of a function: it returns the number of the element without which an array of any size is as good, as long as
 * `rank` is more than `least`. `rank` and its parameters stand for the variables of main() that have their names. */
#ifdef __RMT__
#define rmt_squeeze(rank, least) __attribute__((unused, annotate("rmt", "squeeze", #rank, least)))
#else
#define rmt_squeeze(rank, least) __attribute__((unused))
#endif

/* Any value. */
#define rmt_char() __VERIFIER_nondet_char()
#define rmt_int() __VERIFIER_nondet_int()

/* A block of that many bytes. */
static inline void *rmt_block(size_t size) {
  void *block = malloc(size);
  rmt_assume(block != 0);
#if !defined __RMT__ || defined RMT_FILL
  for (size_t i = 0; i < size; i++)
    ((unsigned char *)block)[i] = __VERIFIER_nondet_uchar();
#else
  __rmt_any(block);
#endif
  return block;
}

/* Any number of elements that fit into memory. */
static inline size_t rmt_count(size_t element) {
  size_t n = __VERIFIER_nondet_ulong();
  rmt_assume(n <= (size_t)-1 / 2 / element);
  return n;
}

/* A string of any length in a block that may be longer. */
static inline char *rmt_string(void) {
  size_t size = __VERIFIER_nondet_ulong();
  rmt_assume(size > 0);
  char *string = rmt_block(size);
  string[size - 1] = 0;
  return string;
}

/* An array of n elements. */
#define rmt_array(T, n) ((T *)rmt_block((n) * sizeof(T)))

/* A list of any length, linked by a member, null at its end. */
#define rmt_list(T, next)                                                                                              \
  ({                                                                                                                   \
    T *rmt_first = 0;                                                                                                  \
    while (__VERIFIER_nondet_int()) {                                                                                  \
      T *rmt_node = rmt_array(T, 1);                                                                                   \
      rmt_node->next = rmt_first;                                                                                      \
      rmt_first = rmt_node;                                                                                            \
    }                                                                                                                  \
    rmt_first;                                                                                                         \
  })

/* The same, linked in both directions. */
#define rmt_dlist(T, next, prev)                                                                                       \
  ({                                                                                                                   \
    T *rmt_first = 0;                                                                                                  \
    while (__VERIFIER_nondet_int()) {                                                                                  \
      T *rmt_node = rmt_array(T, 1);                                                                                   \
      rmt_node->next = rmt_first;                                                                                      \
      rmt_node->prev = 0;                                                                                              \
      if (rmt_first)                                                                                                   \
        rmt_first->prev = rmt_node;                                                                                    \
      rmt_first = rmt_node;                                                                                            \
    }                                                                                                                  \
    rmt_first;                                                                                                         \
  })

/* A binary tree of any shape: one leaf after the other. */
#define rmt_tree(T, left, right) rmt_tree_with(T, left, right, )

/* The same; nodes know their parents, the root has none. */
#define rmt_tree_up(T, left, right, parent) rmt_tree_with(T, left, right, rmt_leaf->parent = rmt_at;)

/* The same; `also` is done once a leaf is there. */
#define rmt_tree_with(T, left, right, also)                                                                            \
  ({                                                                                                                   \
    T *rmt_root = 0;                                                                                                   \
    while (__VERIFIER_nondet_int()) {                                                                                  \
      T *rmt_leaf = rmt_array(T, 1), *rmt_at = rmt_root;                                                               \
      rmt_leaf->left = 0;                                                                                              \
      rmt_leaf->right = 0;                                                                                             \
      rmt_place(rmt_root, rmt_at, rmt_leaf, left, right);                                                              \
      also                                                                                                             \
    }                                                                                                                  \
    rmt_root;                                                                                                          \
  })

/* Puts the leaf somewhere into the tree, below `at`. */
#define rmt_place(root, at, leaf, left, right)                                                                         \
  if (!root)                                                                                                           \
    root = leaf;                                                                                                       \
  else                                                                                                                 \
    for (;;)                                                                                                           \
      if (__VERIFIER_nondet_int()) {                                                                                   \
        if (!at->left) {                                                                                               \
          at->left = leaf;                                                                                             \
          break;                                                                                                       \
        }                                                                                                              \
        at = at->left;                                                                                                 \
      } else {                                                                                                         \
        if (!at->right) {                                                                                              \
          at->right = leaf;                                                                                            \
          break;                                                                                                       \
        }                                                                                                              \
        at = at->right;                                                                                                \
      }

/* Contracts, as CBMC has them, for `rmt verify`: behind the declarator of a function, and behind the head of a loop. All
 * other compilers see nothing of them. */
#if defined __RMT__ || defined __CPROVER
#define rmt_requires(...) __CPROVER_requires(__VA_ARGS__)
#define rmt_ensures(...) __CPROVER_ensures(__VA_ARGS__)
#define rmt_assigns(...) __CPROVER_assigns(__VA_ARGS__)
#define rmt_invariant(...) __CPROVER_loop_invariant(__VA_ARGS__)
#define rmt_decreases(...) __CPROVER_decreases(__VA_ARGS__)
#else
#define rmt_requires(...)
#define rmt_ensures(...)
#define rmt_assigns(...)
#define rmt_invariant(...)
#define rmt_decreases(...)
#endif

/* Within contracts: the result, the value at the call and in front of the loop, a block of its own of that size, so many
 * bytes that can be read or written, and all or some i from low to below high. */
#define rmt_result __CPROVER_return_value
#define rmt_old(...) __CPROVER_old(__VA_ARGS__)
#define rmt_loop_entry(...) __CPROVER_loop_entry(__VA_ARGS__)
#define rmt_fresh(p, size) __CPROVER_is_fresh(p, size)
#if defined __RMT__ || defined __CPROVER
#define rmt_readable(p, size) __CPROVER_r_ok(p, size)
#define rmt_writable(p, size) __CPROVER_w_ok(p, size)
#else
/* Functions whose results are conditions of contracts are compiled, too. */
#define rmt_readable(p, size) ((p) != 0 || (size) == 0)
#define rmt_writable(p, size) ((p) != 0 || (size) == 0)
#endif
#define rmt_bytes(p, size) __CPROVER_object_upto(p, size)
#define rmt_forall(i, low, high, ...)                                                                                  \
  __CPROVER_forall {                                                                                                   \
    size_t i;                                                                                                          \
    !((low) <= i && i < (high)) || (__VA_ARGS__)                                                                       \
  }
#define rmt_exists(i, low, high, ...)                                                                                  \
  __CPROVER_exists {                                                                                                   \
    size_t i;                                                                                                          \
    (low) <= i && i < (high) && (__VA_ARGS__)                                                                          \
  }

#endif
