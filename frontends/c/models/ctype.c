/* What the macros of <ctype.h> look at: tables of the "C" locale, from -128 to 255. */

#define RMT_UPPER 0x100
#define RMT_LOWER 0x200
#define RMT_ALPHA 0x400
#define RMT_DIGIT 0x800
#define RMT_XDIGIT 0x1000
#define RMT_SPACE 0x2000
#define RMT_PRINT 0x4000
#define RMT_GRAPH 0x8000
#define RMT_BLANK 0x1
#define RMT_CNTRL 0x2
#define RMT_PUNCT 0x4
#define RMT_ALNUM 0x8
#define RMT_SEEN (RMT_PRINT | RMT_GRAPH)

static const unsigned short rmt_classes[384] = {
  [128 ... 136] = RMT_CNTRL,
  [137] = RMT_CNTRL | RMT_SPACE | RMT_BLANK,
  [138 ... 141] = RMT_CNTRL | RMT_SPACE,
  [142 ... 159] = RMT_CNTRL,
  [160] = RMT_SPACE | RMT_BLANK | RMT_PRINT,
  [161 ... 175] = RMT_PUNCT | RMT_SEEN,
  [176 ... 185] = RMT_DIGIT | RMT_XDIGIT | RMT_ALNUM | RMT_SEEN,
  [186 ... 192] = RMT_PUNCT | RMT_SEEN,
  [193 ... 198] = RMT_UPPER | RMT_ALPHA | RMT_XDIGIT | RMT_ALNUM | RMT_SEEN,
  [199 ... 218] = RMT_UPPER | RMT_ALPHA | RMT_ALNUM | RMT_SEEN,
  [219 ... 224] = RMT_PUNCT | RMT_SEEN,
  [225 ... 230] = RMT_LOWER | RMT_ALPHA | RMT_XDIGIT | RMT_ALNUM | RMT_SEEN,
  [231 ... 250] = RMT_LOWER | RMT_ALPHA | RMT_ALNUM | RMT_SEEN,
  [251 ... 254] = RMT_PUNCT | RMT_SEEN,
  [255] = RMT_CNTRL,
};

const unsigned short **__ctype_b_loc(void) {
  static const unsigned short *table = rmt_classes + 128;
  return &table;
}

int isblank(int c) { return truth(c == ' ' || c == '\t'); }

int iscntrl(int c) { return truth((c >= 0 && c < ' ') || c == 127); }

int isprint(int c) { return truth(c >= ' ' && c < 127); }

int isgraph(int c) { return truth(c > ' ' && c < 127); }

int ispunct(int c) { return truth(c > ' ' && c < 127 && !isalnum(c)); }

int isascii(int c) { return truth((c & ~127) == 0); }

int toascii(int c) { return c & 127; }
