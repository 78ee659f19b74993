/* What is looked up by a name or a number: hosts, services, users, groups and interfaces. Texts are in rows of their own; the next
   call overwrites what one gives. */

#define NAMES 8
#define TEXT 1025

/* As many names as there are. */
static void some_names(char **names, char (*texts)[TEXT]) {
  int n = at_least(0);
  __rmt_granted("what is looked up has at most 8 further names, addresses or members");
  __VERIFIER_assume(n <= NAMES);
  __rmt_any(texts, NAMES * TEXT);
#define NAMED(I)          \
  texts[I][TEXT - 1] = 0; \
  names[I] = n > I ? texts[I] : 0;
  NAMED(0) NAMED(1) NAMED(2) NAMED(3) NAMED(4) NAMED(5) NAMED(6) NAMED(7)
  names[NAMES] = 0;
}

static char *some_text(char *to) {
  __rmt_any(to, TEXT - 1);
  to[TEXT - 1] = 0;
  return to;
}

struct rmt_host { char *name, **aliases; int family, size; char **addresses; };

/* A host has an address, or else it is not found. */
static struct rmt_host *some_host(int family) {
  static struct rmt_host host;
  static char name[TEXT], texts[NAMES][TEXT], *aliases[NAMES + 1], *addresses[NAMES + 1];
  size_t size = family == 2 ? 4 : 16;
  int n = at_least(1);
  if (__VERIFIER_nondet_int() || (family != 2 && family != 10)) return 0;
  __VERIFIER_assume(n <= NAMES);
  host.name = some_text(name);
  some_names(aliases, texts);
#define ADDRESS(I)                                            \
  {                                                           \
    static char four[4], sixteen[16];                         \
    __rmt_any(family == 2 ? four : sixteen, size);            \
    addresses[I] = n <= I ? 0 : family == 2 ? four : sixteen; \
  }
  ADDRESS(0) ADDRESS(1) ADDRESS(2) ADDRESS(3) ADDRESS(4) ADDRESS(5) ADDRESS(6) ADDRESS(7)
  addresses[NAMES] = 0;
  host.aliases = aliases;
  host.family = family;
  host.size = (int)size;
  host.addresses = addresses;
  return &host;
}

struct rmt_host *gethostbyname(const char *name) { return some_host(2); }

struct rmt_host *gethostbyname2(const char *name, int family) { return some_host(family); }

struct rmt_host *gethostbyaddr(const void *address, unsigned size, int family) {
  reads(address, size);
  return some_host(family);
}

/* Each thread has a number of its own for what went wrong. */
int *__h_errno_location(void) {
  static _Thread_local int number;
  number = __VERIFIER_nondet_int();
  return &number;
}

/* Texts are as long as there is room for, or the call fails. */
static void name_into(char *to, unsigned room) {
  unsigned length = (unsigned)at_least(0);
  if (!to || room == 0) return;
  __VERIFIER_assume(length < room && length < TEXT);
  __rmt_any(to, length);
  to[length] = 0;
}

int getnameinfo(const void *address, unsigned size, char *host, unsigned host_room, char *service,
                unsigned service_room, int flags) {
  int result = __VERIFIER_nondet_int();
  reads(address, size);
  if (result != 0) return result;
  name_into(host, host_room);
  name_into(service, service_room);
  return 0;
}

struct rmt_service { char *name, **aliases; int port; char *protocol; };

static struct rmt_service *some_service(void) {
  static struct rmt_service service;
  static char name[TEXT], protocol[TEXT], texts[NAMES][TEXT], *aliases[NAMES + 1];
  if (__VERIFIER_nondet_int()) return 0;
  some_names(aliases, texts);
  service.name = some_text(name);
  service.aliases = aliases;
  service.port = at_least(0);
  __VERIFIER_assume(service.port <= 0xffff);
  service.protocol = some_text(protocol);
  return &service;
}

struct rmt_service *getservbyname(const char *name, const char *protocol) { return some_service(); }

struct rmt_service *getservbyport(int port, const char *protocol) {
  struct rmt_service *service = some_service();
  if (service) service->port = port;
  return service;
}

struct rmt_service *getservent(void) { return some_service(); }

struct rmt_protocol { char *name, **aliases; int number; };

static struct rmt_protocol *some_protocol(void) {
  static struct rmt_protocol protocol;
  static char name[TEXT], texts[NAMES][TEXT], *aliases[NAMES + 1];
  if (__VERIFIER_nondet_int()) return 0;
  some_names(aliases, texts);
  protocol.name = some_text(name);
  protocol.aliases = aliases;
  protocol.number = __VERIFIER_nondet_int();
  return &protocol;
}

struct rmt_protocol *getprotobyname(const char *name) { return some_protocol(); }

struct rmt_protocol *getprotobynumber(int number) { return some_protocol(); }

struct rmt_user *getpwent(void) { return some_user(); }

void setpwent(void) {}

void endpwent(void) {}

/* A text somewhere in a block of which the last byte is zero. */
static char *text_within(char *room, size_t n) {
  size_t at = (size_t)__VERIFIER_nondet_long();
  __VERIFIER_assume(at < n);
  return room + at;
}

/* The texts are put where there is room for them: 34, ERANGE, says that there is too little. */
static int user_into(struct rmt_user *to, char *room, size_t n, struct rmt_user **found) {
  int result = at_least(0);
  __VERIFIER_assume(n > 0 || result != 0);
  __rmt_any(room, n);
  *found = 0;
  if (result != 0 || __VERIFIER_nondet_int()) return result;
  room[n - 1] = 0;
  to->name = text_within(room, n);
  to->password = text_within(room, n);
  to->about = text_within(room, n);
  to->home = text_within(room, n);
  to->shell = text_within(room, n);
  to->user = (unsigned)__VERIFIER_nondet_int();
  to->group = (unsigned)__VERIFIER_nondet_int();
  *found = to;
  return 0;
}

int getpwuid_r(unsigned number, struct rmt_user *to, char *room, size_t n, struct rmt_user **found) {
  int result = user_into(to, room, n, found);
  if (*found) to->user = number;
  return result;
}

int getpwnam_r(const char *name, struct rmt_user *to, char *room, size_t n, struct rmt_user **found) {
  return user_into(to, room, n, found);
}

int getpwent_r(struct rmt_user *to, char *room, size_t n, struct rmt_user **found) {
  int result = user_into(to, room, n, found);
  __VERIFIER_assume(*found || result != 0);
  return result;
}

struct rmt_group { char *name, *password; unsigned number; char **members; };

static struct rmt_group *some_group(void) {
  static struct rmt_group group;
  static char name[TEXT], password[TEXT], texts[NAMES][TEXT], *members[NAMES + 1];
  if (__VERIFIER_nondet_int()) return 0;
  some_names(members, texts);
  group.name = some_text(name);
  group.password = some_text(password);
  group.number = (unsigned)__VERIFIER_nondet_int();
  group.members = members;
  return &group;
}

struct rmt_group *getgrgid(unsigned number) {
  struct rmt_group *group = some_group();
  if (group) group->number = number;
  return group;
}

struct rmt_group *getgrnam(const char *name) { return some_group(); }

struct rmt_group *getgrent(void) { return some_group(); }

void setgrent(void) {}

void endgrent(void) {}

/* The list of members lies apart from their names, which are in the room. */
static int group_into(struct rmt_group *to, char *room, size_t n, struct rmt_group **found) {
  static _Thread_local char *members[NAMES + 1];
  int result = at_least(0), count = at_least(0);
  __VERIFIER_assume(n > 0 || result != 0);
  __rmt_any(room, n);
  *found = 0;
  if (result != 0 || __VERIFIER_nondet_int()) return result;
  __rmt_granted("what is looked up has at most 8 further names, addresses or members");
  __VERIFIER_assume(count <= NAMES);
  room[n - 1] = 0;
  to->name = text_within(room, n);
  to->password = text_within(room, n);
  to->number = (unsigned)__VERIFIER_nondet_int();
#define MEMBER(I) members[I] = count > I ? text_within(room, n) : 0;
  MEMBER(0) MEMBER(1) MEMBER(2) MEMBER(3) MEMBER(4) MEMBER(5) MEMBER(6) MEMBER(7)
  members[NAMES] = 0;
  to->members = members;
  *found = to;
  return 0;
}

int getgrgid_r(unsigned number, struct rmt_group *to, char *room, size_t n, struct rmt_group **found) {
  int result = group_into(to, room, n, found);
  if (*found) to->number = number;
  return result;
}

int getgrnam_r(const char *name, struct rmt_group *to, char *room, size_t n, struct rmt_group **found) {
  return group_into(to, room, n, found);
}

/* Without room, it says how many there are. */
int getgroups(int most, unsigned *to) {
  int n = at_least(-1);
  if (most < 0) return -1;
  __VERIFIER_assume(most == 0 || n <= most);
  if (n > 0 && most > 0) __rmt_any(to, (size_t)n * sizeof *to);
  return n;
}

/* What does not fit is counted. */
int getgrouplist(const char *name, unsigned group, unsigned *to, int *room) {
  int n = at_least(1), fits = *room < n ? *room : n, result = n <= *room ? n : -1;
  if (fits > 0) __rmt_any(to, (size_t)fits * sizeof *to);
  *room = n;
  return result;
}

/* A text that the next call overwrites, or none. */
static char *text_or_none(char *to) { return __VERIFIER_nondet_int() ? 0 : some_text(to); }

char *getlogin(void) {
  static char text[TEXT];
  return text_or_none(text);
}

char *ttyname(int file) {
  static char text[TEXT];
  return text_or_none(text);
}

char *ptsname(int file) {
  static char text[TEXT];
  return text_or_none(text);
}

char *getpass(const char *prompt) {
  static char text[TEXT];
  return text_or_none(text);
}

char *crypt(const char *key, const char *salt) {
  static char text[TEXT];
  return text_or_none(text);
}

/* A text that fits, or a number that says what is wrong. */
static int text_into(char *to, size_t room) {
  size_t length = (size_t)at_least(0);
  int result = at_least(0);
  if (room == 0 || result != 0) return result ? result : 34;
  __VERIFIER_assume(length < room && length < TEXT);
  __rmt_any(to, length);
  to[length] = 0;
  return 0;
}

int getlogin_r(char *to, size_t room) { return text_into(to, room); }

int ttyname_r(int file, char *to, size_t room) { return text_into(to, room); }

int ptsname_r(int file, char *to, size_t room) { return text_into(to, room); }

/* Of an interface: what it has no address of is null. */
struct rmt_interface {
  struct rmt_interface *next;
  char *name;
  unsigned flags;
  void *address, *mask, *target, *data;
  char text[16], places[3][36], counts[96];
};

static struct rmt_interface *some_interface(void) {
  struct rmt_interface *made = needed(sizeof *made);
  __rmt_any(made, sizeof *made);
  made->text[15] = 0;
  made->next = 0;
  made->name = made->text;
  made->address = __VERIFIER_nondet_int() ? made->places[0] : 0;
  made->mask = __VERIFIER_nondet_int() ? made->places[1] : 0;
  made->target = __VERIFIER_nondet_int() ? made->places[2] : 0;
  made->data = __VERIFIER_nondet_int() ? made->counts : 0;
  return made;
}

int getifaddrs(struct rmt_interface **list) {
  struct rmt_interface *at;
  if (done() < 0) return -1;
  *list = 0;
  if (__VERIFIER_nondet_int()) return 0;
  at = *list = some_interface();
  while (__VERIFIER_nondet_int()) at = at->next = some_interface();
  return 0;
}

void freeifaddrs(struct rmt_interface *list) {
  while (list) {
    struct rmt_interface *next = list->next;
    free(list);
    list = next;
  }
}
