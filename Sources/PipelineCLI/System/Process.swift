#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Ends the process at once, without anything that is registered for its exit: other threads may be in the midst of it.
func endProcess(_ status: Int32) -> Never { _exit(status) }

/// A reader of our output that left is an error of the write, not the end of the process.
func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

/// Puts something in place of standard streams that were closed by whoever started the process: a socket or a file that is opened
/// later must not get the number under which output is written. Reading and writing there still fail.
func occupyClosedStandardStreams() {
  for (descriptor, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] where fcntl(descriptor, F_GETFD) < 0 {
    // The lowest free number is given, and those below are taken by now.
    _ = open("/dev/null", mode)
  }
}
