// rmt: check => unsafe (not natively)
// What is read through the address of a member may lie behind the end of an argument, too.
struct version { char major, minor; };
struct tag { char kind; struct version version; };

static int minor(const struct version *version) {
  return version->minor; //~ invalid read
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 1;
  const struct tag *tag = (const struct tag *)argv[1];
  return minor(&tag->version);
}
