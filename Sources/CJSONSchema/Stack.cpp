#include "Stack.hpp"

#include <pthread.h>

#include <cstdint>
#include <exception>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define PL_THREAD_SANITIZER 1
#endif
#endif

namespace pl {

/// The lowest address this thread's stack may reach; 0 while nothing runs.
static thread_local uintptr_t floorAddress = 0;

static uintptr_t here() { return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)); }

void checkStack() {
  if (here() < floorAddress) throw StackShort();
}

namespace {

struct Floor {
  uintptr_t before = floorAddress;
  explicit Floor(size_t room) { floorAddress = here() > room ? here() - room : 1; }
  ~Floor() { floorAddress = before; }
};

struct Job {
  const std::function<void()> &work;
  size_t room;
  std::exception_ptr failure;
};

void *runJob(void *argument) {
  Job &job = *static_cast<Job *>(argument);
  Floor floor(job.room);
  try {
    job.work();
  } catch (...) {
    job.failure = std::current_exception();
  }
  return nullptr;
}

}  // namespace

void withDeepStack(const std::function<void()> &work) {
  // A dispatch worker has 512 KB, and what calls here has used some of it.
  const size_t smallRoom = 96 << 10;
#if PL_THREAD_SANITIZER
  // The sanitizer keeps a list of callers of its own, of 65,536, and overruns it.
  const size_t largeStack = 5 << 20;
#else
  const size_t largeStack = 64 << 20;
#endif
  const size_t reserve = 256 << 10;
  try {
    Floor floor(smallRoom);
    work();
    return;
  } catch (const StackShort &) {
  }
  Job job{work, largeStack - reserve, nullptr};
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) throw StackShort();
  pthread_t thread;
  bool started = pthread_attr_setstacksize(&attributes, largeStack) == 0 &&
                 pthread_create(&thread, &attributes, runJob, &job) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) throw StackShort();
  pthread_join(thread, nullptr);
  if (job.failure) std::rethrow_exception(job.failure);
}

}  // namespace pl
