// rmt check samples/schedule.c -I include --provers shape: safe
/*
 * A schedule is a search tree: the next task is the leftmost one, and what is on its right takes its place. Whatever the
 * tree, no task is looked at that has run, and each is freed once: `rmt_tree` makes trees of any shape, and no bound is
 * given. The comment behind a line is the same line with a mistake.
 */
#include <assert.h>
#include <rmt.h>

struct task {
  int time;
  struct task *earlier, *later;
};

/* Puts a task into the schedule. */
static void add(struct task **schedule, struct task *task) {
  while (*schedule)
    schedule = task->time < (*schedule)->time ? &(*schedule)->earlier : &(*schedule)->later;
  task->earlier = task->later = 0;
  *schedule = task;
}

/* Takes the next task out. */
static struct task *next(struct task **schedule) {
  while ((*schedule)->earlier)
    schedule = &(*schedule)->earlier;
  struct task *task = *schedule;
  *schedule = task->later; //=> (not natively) if (task->later) *schedule = task->later;
  return task;
}

int main(void) {
  struct task *schedule = rmt_tree(struct task, earlier, later);
  add(&schedule, rmt_array(struct task, 1));
  while (schedule) {
    struct task *task = next(&schedule);
    assert(!task->earlier);
    free(task);
  }
  return 0;
}
