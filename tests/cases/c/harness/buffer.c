// rmt: check --entry total --bound 4 => safe
// What is called a length is one.
unsigned total(const unsigned char *buf, int len) {
  unsigned sum = 0;
  for (int i = 0; i < len; i++) //=> for (int i = 0; i <= len; i++)
    sum += buf[i];
  return sum;
}
