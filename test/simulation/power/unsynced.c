/*
 * Preloaded into a program (LD_PRELOAD), it keeps account of what of a folder a power cut would leave; lose.ts makes a folder of it once the program was
 * killed. It changes nothing that the program sees, but that nothing is synced.
 *
 * PINCITE_POWER_DIR    the folder whose files are followed, as the program names it (absolute)
 * PINCITE_POWER_KEPT   a folder on the same file system: `ops`, and for each followed file by its inode `live-N`, a hard link, `synced-N`, its bytes as
 *                      they were when the last fsync that returned was called
 * PINCITE_POWER_LIES   set: the disk says that it synced, and did not
 *
 * `ops` has a line for each thing in order, written with the lock held in which it was done. Paths are below the folder.
 *   C inode path     a file or folder (D) came      R path path     one was renamed      U path     one went
 *   T inode size     a file was cut to this size    S inode at      a sync returned; `at` is the length of `ops` when it was called
 *   F inode          a file was synced whose size had not changed: its bytes are safe, and no name (fdatasync(2) writes no other metadata then)
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *dir, *kept;
static size_t dir_length;
static int lies, ops = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* One sync at a time copies: two of one file would name one temporary file. */
static pthread_mutex_t copying = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  char path[PATH_MAX];
  dir = getenv("PINCITE_POWER_DIR");
  kept = getenv("PINCITE_POWER_KEPT");
  lies = getenv("PINCITE_POWER_LIES") != NULL;
  if (!dir || !kept) return;
  dir_length = strlen(dir);
  snprintf(path, sizeof path, "%s/ops", kept);
  ops = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

/* What stands behind the folder's name in a path; NULL: it lies elsewhere. */
static const char *below(const char *path) {
  if (ops < 0 || !path || strncmp(path, dir, dir_length) != 0) return NULL;
  if (path[dir_length] == '\0') return "";
  return path[dir_length] == '/' ? path + dir_length + 1 : NULL;
}

/* An account that cannot be kept must not be believed. */
static void broken(const char *what) {
  dprintf(2, "unsynced.c: %s: %s\n", what, strerror(errno));
  abort();
}

static void tell(const char *format, ...) {
  char line[2 * PATH_MAX + 64];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  if (syscall(SYS_write, ops, line, (size_t)length) != length) broken("ops");
}

static void came(const char *path, const char *name) {
  struct stat found;
  char link_path[PATH_MAX];
  if (lstat(path, &found) != 0) return;
  if (S_ISDIR(found.st_mode)) {
    tell("D %lu %s\n", (unsigned long)found.st_ino, name);
  } else if (S_ISREG(found.st_mode)) {
    snprintf(link_path, sizeof link_path, "%s/live-%lu", kept, (unsigned long)found.st_ino);
    if (syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, link_path, 0) != 0 && errno != EEXIST) broken(path);
    tell("C %lu %s\n", (unsigned long)found.st_ino, name);
  }
}

/* Around an opening that may make or empty a file: whether it is to be told of, with the lock held. */
static const char *opening(const char *path, int makes, int empties, int *was_there) {
  const char *name = makes || empties ? below(path) : NULL;
  struct stat found;
  if (!name) return NULL;
  pthread_mutex_lock(&lock);
  *was_there = lstat(path, &found) == 0;
  return name;
}

static void opened(const char *path, const char *name, int was_there, int empties, int succeeded) {
  struct stat found;
  int error = errno;
  if (!name) return;
  if (succeeded && !was_there) came(path, name);
  else if (succeeded && empties && lstat(path, &found) == 0) tell("T %lu 0\n", (unsigned long)found.st_ino);
  pthread_mutex_unlock(&lock);
  errno = error;
}

#define OPEN(name)                                                                    \
  int name(const char *path, int flags, ...) {                                        \
    va_list arguments;                                                                \
    va_start(arguments, flags);                                                       \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;      \
    va_end(arguments);                                                                \
    int was_there = 0, empties = (flags & O_TRUNC) != 0;                              \
    const char *below_dir = opening(path, (flags & O_CREAT) != 0, empties, &was_there); \
    int file = REAL(name)(path, flags, mode);                                         \
    opened(path, below_dir, was_there, empties, file >= 0);                           \
    return file;                                                                      \
  }
OPEN(open)
OPEN(open64)

#define FOPEN(name)                                                          \
  FILE *name(const char *path, const char *mode) {                           \
    int was_there = 0, empties = mode[0] == 'w';                             \
    const char *below_dir = opening(path, mode[0] != 'r', empties, &was_there); \
    FILE *file = REAL(name)(path, mode);                                     \
    opened(path, below_dir, was_there, empties, file != NULL);               \
    return file;                                                             \
  }
FOPEN(fopen)
FOPEN(fopen64)

int mkdir(const char *path, mode_t mode) {
  const char *name = below(path);
  if (!name) return REAL(mkdir)(path, mode);
  pthread_mutex_lock(&lock);
  int result = REAL(mkdir)(path, mode), error = errno;
  if (result == 0) came(path, name);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}

int rename(const char *from, const char *to) {
  const char *old_name = below(from), *name = below(to);
  if (!old_name && !name) return REAL(rename)(from, to);
  pthread_mutex_lock(&lock);
  int result = REAL(rename)(from, to), error = errno;
  if (result == 0 && old_name && name) tell("R %s %s\n", old_name, name);
  else if (result == 0 && name) came(to, name);
  else if (result == 0) tell("U %s\n", old_name);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}

int link(const char *from, const char *to) {
  const char *name = below(to);
  if (!name) return REAL(link)(from, to);
  pthread_mutex_lock(&lock);
  int result = REAL(link)(from, to), error = errno;
  if (result == 0) came(to, name);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}

#define REMOVE(name)                                 \
  int name(const char *path) {                       \
    const char *gone = below(path);                  \
    if (!gone) return REAL(name)(path);              \
    pthread_mutex_lock(&lock);                       \
    int result = REAL(name)(path), error = errno;    \
    if (result == 0) tell("U %s\n", gone);           \
    pthread_mutex_unlock(&lock);                     \
    errno = error;                                   \
    return result;                                   \
  }
REMOVE(unlink)
REMOVE(rmdir)
REMOVE(remove)

/* The folder of an open descriptor, with a slash behind it and a name; as it is where the name is absolute, or told of the working folder. */
static void whole_path(int folder, const char *path, char *whole) {
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", folder);
  ssize_t length = path[0] == '/' || folder == AT_FDCWD ? 0 : readlink(name, whole, PATH_MAX - 1);
  if (length < 0) length = 0;
  if (length > 0) whole[length++] = '/';
  snprintf(whole + length, PATH_MAX - (size_t)length, "%s", path);
}

int unlinkat(int folder, const char *path, int flags) {
  char whole[PATH_MAX];
  whole_path(folder, path, whole);
  const char *gone = below(whole);
  if (!gone) return REAL(unlinkat)(folder, path, flags);
  pthread_mutex_lock(&lock);
  int result = REAL(unlinkat)(folder, path, flags), error = errno;
  if (result == 0) tell("U %s\n", gone);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}

/* The inode of an open file or folder below the followed one; 0: it is another. */
static ino_t followed(int file, struct stat *found) {
  char name[64], path[PATH_MAX];
  if (ops < 0 || fstat(file, found) != 0) return 0;
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  ssize_t length = readlink(name, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return below(path) ? found->st_ino : 0;
}

#define TRUNCATE(name, type)                                                        \
  int name(int file, type size) {                                                   \
    struct stat found;                                                              \
    ino_t inode = followed(file, &found);                                           \
    if (!inode) return REAL(name)(file, size);                                      \
    pthread_mutex_lock(&lock);                                                      \
    int result = REAL(name)(file, size), error = errno;                             \
    if (result == 0) tell("T %lu %ld\n", (unsigned long)inode, (long)size);         \
    pthread_mutex_unlock(&lock);                                                    \
    errno = error;                                                                  \
    return result;                                                                  \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

/* Keeps a file's bytes as they are now; what is there when it ends is whole, whenever the program is killed. */
static void keep(ino_t inode) {
  char live[PATH_MAX], fresh[PATH_MAX], safe[PATH_MAX], piece[65536];
  snprintf(live, sizeof live, "%s/live-%lu", kept, (unsigned long)inode);
  snprintf(fresh, sizeof fresh, "%s/copying-%d", kept, (int)getpid());
  snprintf(safe, sizeof safe, "%s/synced-%lu", kept, (unsigned long)inode);
  int from = syscall(SYS_openat, AT_FDCWD, live, O_RDONLY | O_CLOEXEC);
  int to = syscall(SYS_openat, AT_FDCWD, fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (from < 0 || to < 0) broken(live);
  for (ssize_t length; (length = syscall(SYS_read, from, piece, sizeof piece)) > 0;)
    if (syscall(SYS_write, to, piece, (size_t)length) != length) broken(fresh);
  syscall(SYS_close, from);
  syscall(SYS_close, to);
  if (syscall(SYS_renameat, AT_FDCWD, fresh, AT_FDCWD, safe) != 0) broken(safe);
}

static int synced(int file, int data_alone) {
  struct stat found, before;
  char safe[PATH_MAX];
  ino_t inode = followed(file, &found);
  if (!inode) return -1;
  if (lies) return 0;
  pthread_mutex_lock(&copying);
  off_t at = lseek(ops, 0, SEEK_END);
  snprintf(safe, sizeof safe, "%s/synced-%lu", kept, (unsigned long)inode);
  int same_size = stat(safe, &before) == 0 && before.st_size == found.st_size;
  if (S_ISREG(found.st_mode)) keep(inode);
  pthread_mutex_lock(&lock);
  if (data_alone && same_size) tell("F %lu\n", (unsigned long)inode);
  else tell("S %lu %ld\n", (unsigned long)inode, (long)at);
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&copying);
  return 0;
}

int fsync(int file) {
  return synced(file, 0) == 0 ? 0 : REAL(fsync)(file);
}

int fdatasync(int file) {
  return synced(file, 1) == 0 ? 0 : REAL(fdatasync)(file);
}
