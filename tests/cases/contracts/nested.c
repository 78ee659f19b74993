// rmt: verify => verified
// Quantifiers in quantifiers over few numbers are those of their instances.
typedef struct { short c[8]; } row;
typedef struct { row rows[3]; } table;

void clear(row *r)
__CPROVER_requires(__CPROVER_is_fresh(r, sizeof *r))
__CPROVER_requires(__CPROVER_forall { unsigned k; k < 8 ==> (0 <= r->c[k] && r->c[k] < 50) })
__CPROVER_assigns(__CPROVER_object_upto(r, sizeof *r))
__CPROVER_ensures(__CPROVER_forall { unsigned k; k < 8 ==> r->c[k] == 0 });

void clear_all(table *t)
__CPROVER_requires(__CPROVER_is_fresh(t, sizeof *t))
__CPROVER_requires(__CPROVER_forall { unsigned j; (0 <= j && j < 3) ==> __CPROVER_forall { unsigned k; k < 8 ==> (0 <= t->rows[j].c[k] && t->rows[j].c[k] < 50) } }) //=> __CPROVER_requires(__CPROVER_forall { unsigned j; (0 <= j && j < 2) ==> __CPROVER_forall { unsigned k; k < 8 ==> (0 <= t->rows[j].c[k] && t->rows[j].c[k] < 50) } })
__CPROVER_assigns(__CPROVER_object_upto(t, sizeof *t)) //=> __CPROVER_assigns(__CPROVER_object_upto(t, sizeof(row)))
__CPROVER_ensures(__CPROVER_forall { unsigned j; (0 <= j && j < 3) ==> __CPROVER_forall { unsigned k; k < 8 ==> t->rows[j].c[k] == 0 } }) //=> __CPROVER_ensures(__CPROVER_forall { unsigned j; (0 <= j && j < 3) ==> __CPROVER_forall { unsigned k; k < 8 ==> t->rows[j].c[k] == 1 } })
{
  for (unsigned i = 0; i < 3; i++) //=> for (unsigned i = 0; i < 2; i++)
    clear(&t->rows[i]); //=> clear(&t->rows[0]);
}
