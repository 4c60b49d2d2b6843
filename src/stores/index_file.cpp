#include "stores/index_file.hpp"

#include <sys/stat.h>

namespace craggy::stores {

IndexFile::IndexFile(const std::string& database_file) : path_(database_file + "-shm") {
  struct stat status {};
  if (stat(path_.c_str(), &status) != 0) return;  // it is missed at the next look
  device_ = status.st_dev;
  number_ = status.st_ino;
  size_ = status.st_size;
}

IndexFile::State IndexFile::state() {
  struct stat status {};
  if (stat(path_.c_str(), &status) != 0 || status.st_dev != device_ || status.st_ino != number_)
    return State::replaced;
  if (status.st_size < size_) return State::cut_short;
  size_ = status.st_size;
  return State::whole;
}

}  // namespace craggy::stores
