#define SMALLEST 3
