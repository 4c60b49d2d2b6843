#include "execution/launcher.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace craggy::execution {
namespace {

[[noreturn]] void throw_system_error(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// The bytes of a request, laid out as keeper.hpp says.
std::string layout(const LaunchRequest& request) {
  const std::size_t num_offsets = request.arguments.size() + request.variables.size() + 2;
  std::vector<std::uint64_t> offsets;
  offsets.reserve(num_offsets);
  std::string texts;
  const std::size_t begin = sizeof(RequestHead) + num_offsets * sizeof(std::uint64_t);
  const auto add = [&](const std::string& text) {
    const std::uint64_t offset = begin + texts.size();
    texts.append(text.c_str(), text.size() + 1);
    return offset;
  };
  const RequestHead head{.size = 0,
                         .num_arguments = request.arguments.size(),
                         .num_variables = request.variables.size(),
                         .program = add(request.program)};
  for (const std::string& text : request.arguments) offsets.push_back(add(text));
  offsets.push_back(0);
  for (const std::string& text : request.variables) offsets.push_back(add(text));
  offsets.push_back(0);
  RequestHead sized = head;
  sized.size = begin + texts.size();
  std::string bytes(begin, '\0');
  std::memcpy(bytes.data(), &sized, sizeof sized);
  std::memcpy(bytes.data() + sizeof sized, offsets.data(), offsets.size() * sizeof(std::uint64_t));
  return bytes + texts;
}

Descriptor memory_file(const std::string& bytes) {
  Descriptor file(memfd_create("craggy-request", MFD_CLOEXEC));
  if (file.number() < 0) throw_system_error("memfd_create");
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = write(file.number(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno != EINTR) throw_system_error("write");
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return file;
}

bool send_descriptors(int socket, const LaunchDescriptors& descriptors) {
  char byte = 'L';
  iovec data = {&byte, 1};
  alignas(cmsghdr) std::array<unsigned char, CMSG_SPACE(sizeof descriptors.numbers)> buffer{};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = buffer.data();
  message.msg_controllen = buffer.size();
  cmsghdr* const head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof descriptors.numbers);
  std::memcpy(CMSG_DATA(head), descriptors.numbers.data(), sizeof descriptors.numbers);
  ssize_t count = 0;
  do count = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (count < 0 && errno == EINTR);
  return count == 1;
}

}  // namespace

Launcher& Launcher::shared() {
  static Launcher launcher;
  return launcher;
}

Launcher::Launcher() {
  if (getrlimit(RLIMIT_NOFILE, &num_files_) != 0) throw_system_error("getrlimit");
  start();
  rlimit all = num_files_;
  all.rlim_cur = all.rlim_max;
  setrlimit(RLIMIT_NOFILE, &all);  // where that is not allowed, it stays as it is
}

Launcher::~Launcher() {
  socket_.close();
  if (pid_ > 0) waitpid(pid_, nullptr, 0);
}

void Launcher::start() {
  Ends ends = make_message_socket();
  const pid_t child = fork();
  if (child < 0) throw_system_error("fork");
  if (child == 0) {
    setrlimit(RLIMIT_NOFILE, &num_files_);
    serve_as_launcher(ends.theirs.number());
  }
  socket_ = std::move(ends.ours);
  pid_ = child;
}

void Launcher::launch(const LaunchRequest& request, int control, int input, int output, int errors) {
  const Descriptor file = memory_file(layout(request));
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the system has no other interface for it
  const Descriptor folder(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() < 0) throw_system_error("the working folder");
  const LaunchDescriptors descriptors{{file.number(), control, input, output, errors, folder.number()}};
  const std::lock_guard lock(mutex_);
  if (send_descriptors(socket_.number(), descriptors)) return;
  if (errno != EPIPE && errno != ECONNRESET) throw_system_error("sendmsg");
  // Somebody has ended the launcher; there can be another.
  waitpid(pid_, nullptr, 0);
  start();
  if (!send_descriptors(socket_.number(), descriptors)) throw_system_error("sendmsg");
}

}  // namespace craggy::execution
