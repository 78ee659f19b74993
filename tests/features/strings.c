// Strings are copied, joined, searched and compared.
void feature(void) {
  char text[32] = "x";
  strcat(text, "abc"); strncat(text, "defgh", A); text[strlen(text) - 1] = 'a' + B % 26;
  SEE(strlen(text)); SEE(strchr(text, 'b') - text); SEE(strrchr(text, 'a') != 0);
  SEE(strtol("7f", 0, 16) + B);
  char copy[8]; strncpy(copy, text, 3); copy[3] = 0; SEE(strlen(copy)); SEE(memchr(copy, 'a', 3) == copy + 1);
}
