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
