// prove: execution => safe
// The remainder of 64 bytes, with a table and without: no input, so the program is run.
void __VERIFIER_error(void);
static unsigned short table[256];
static unsigned char line[64];
static unsigned short shifted(unsigned short crc, unsigned char byte) {
  crc ^= (unsigned short)(byte << 8);
  for (int bit = 0; bit < 8; bit++)
    crc = (unsigned short)(crc & 0x8000 ? (crc << 1) ^ 4129 : crc << 1);
  return crc;
}
int main(void) {
  for (int i = 0; i < 256; i++)
    table[i] = shifted(0, (unsigned char)i); //=> table[i] = shifted(1, (unsigned char)i);
  for (int i = 0; i < 64; i++)
    line[i] = (unsigned char)(i * 7 + 3);
  unsigned short slow = 0, quick = 0;
  for (int i = 0; i < 64; i++) {
    slow = shifted(slow, line[i]);
    quick = (unsigned short)((quick << 8) ^ table[(quick >> 8) ^ line[i]]); //=> quick = (unsigned short)((quick << 8) ^ table[quick >> 8]);
  }
  if (slow != quick)
    __VERIFIER_error();
}
