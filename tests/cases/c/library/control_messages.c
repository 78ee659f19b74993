// rmt: check => safe
// Messages and their control data fill no more than the room that they are given.
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

int main(void) {
  char body[8], control[40];
  struct iovec part = {body, sizeof body};
  struct msghdr message;
  struct cmsghdr *at;
  int file = -1;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control; //=> (not natively) message.msg_controllen = sizeof control + 1;
  if (recvmsg(0, &message, 0) < 0) return 1; //=> (not natively) part.iov_len = 9; if (recvmsg(0, &message, 0) < 0) return 1;
  at = CMSG_FIRSTHDR(&message);
  if (at && at->cmsg_len == CMSG_LEN(sizeof file)) //=> (not natively) if (at->cmsg_len == CMSG_LEN(sizeof file))
    memcpy(&file, CMSG_DATA(at), sizeof file);
  if (at && CMSG_NXTHDR(&message, at)) return 2;
  message.msg_control = 0;
  message.msg_controllen = 0;
  sendmsg(1, &message, 0); //=> (not natively) message.msg_name = body; message.msg_namelen = 9; sendmsg(1, &message, 0);
  return file == 0;
}
