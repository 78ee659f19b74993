// rmt: check => rejected
// The type of `all` is called as the inner one is.
struct pair {
  int a, b;
};

int main(void) {
  struct pair all;
  {
    struct pair { char a; }; //~ hides another one
    return sizeof all == 1;
  }
}
