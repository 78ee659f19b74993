// rmt check samples/crc_fixed.c --bound 9 --int bits: safe
/*
 * The CRC-16 of a message, bit by bit and by a table that the program makes: both must give the same.
 */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define POLYNOMIAL 0x1021u

static unsigned short table[256];

static unsigned short step(unsigned short crc) {
  return (unsigned short)(crc & 0x8000u ? crc << 1 ^ POLYNOMIAL : crc << 1);
}

static void make_table(void) {
  for (unsigned i = 0; i < 16; i++) {
    unsigned short crc = (unsigned short)(i << 8);
    for (int bit = 0; bit < 8; bit++)
      crc = step(crc);
    table[i] = crc;
  }
}

static unsigned short slowly(const unsigned char *data, int size) {
  unsigned short crc = 0;
  for (int i = 0; i < size; i++) {
    crc ^= (unsigned short)(data[i] << 8);
    for (int bit = 0; bit < 8; bit++)
      crc = step(crc);
  }
  return crc;
}

static unsigned short quickly(const unsigned char *data, int size) {
  unsigned short crc = 0;
  for (int i = 0; i < size; i++)
    crc = (unsigned short)(crc << 8 ^ table[(crc >> 8 ^ data[i]) & 15]);  //=> crc = (unsigned short)(crc << 8 ^ table[(crc >> 8 ^ data[i]) & 7]);
  return crc;
}

int main(void) {
  static const unsigned char message[] = "123456789";
  unsigned char byte[1];
  make_table();
  assert(slowly(message, 9) == 0x31c3);
  byte[0] = __VERIFIER_nondet_uchar() & 15;
  assert(quickly(byte, 1) == slowly(byte, 1));
  return 0;
}
