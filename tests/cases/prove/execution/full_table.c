// prove: execution --check deref => unsafe
// The table is full after twelve words that differ, each from all before: runs come to it that go on from where others had come.
#include <stdio.h>
#include <string.h>
#define MOST 12
static char words[MOST][8];
static int count;
static int find(const char *word) {
  for (int i = 0; i < count; i++)
    if (strcmp(words[i], word) == 0)
      return i;
  return -1;
}
int main(void) {
  char word[8];
  int length = 0, c;
  while ((c = getchar()) != EOF) {
    if (c >= 'a' && c <= 'z' && length < 7) {
      word[length++] = (char)c;
      continue;
    }
    word[length] = '\0';
    if (length > 0 && find(word) < 0)
      strcpy(words[count++], word);
    length = 0;
  }
  return 0;
}
