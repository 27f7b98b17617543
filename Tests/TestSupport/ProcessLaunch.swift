#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The pipes and attributes of one `posix_spawn`. Made and used by one thread at a time (`ProcessRun` holds a lock): a
/// descriptor is close-on-exec only a moment after it was made, and another child started in that moment would hold it open.
struct ProcessLaunch: ~Copyable {
  #if canImport(Darwin)
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
  #else
    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
  #endif
  private var childEnds: [Int32] = []

  init() {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
  }

  deinit {
    var actions = actions
    var attributes = attributes
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  mutating func closeChildEnds() {
    for descriptor in childEnds { close(descriptor) }
    childEnds = []
  }

  /// Gives the child its input; returns the writing end of an open pipe.
  mutating func connectInput(_ input: ProcessRun.Input) throws(ProcessRunError) -> Int32? {
    switch input {
    case .nothing:
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      return nil
    case .bytes(let bytes):
      let file = try Self.unnamedFile(bytes)
      childEnds.append(file)
      posix_spawn_file_actions_adddup2(&actions, file, STDIN_FILENO)
      return nil
    case .openPipe:
      let pipe = try Self.pipe()
      childEnds.append(pipe.read)
      posix_spawn_file_actions_adddup2(&actions, pipe.read, STDIN_FILENO)
      return pipe.write
    }
  }

  /// Gives the child an output; returns what to collect it from, if anybody is to.
  mutating func connectOutput(_ output: ProcessRun.Output, to descriptor: Int32) throws(ProcessRunError) -> Int32? {
    switch output {
    case .discarded:
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      return nil
    case .terminal(let columns, let rows):
      let terminal = try Self.terminal(columns: columns, rows: rows)
      childEnds.append(terminal.child)
      posix_spawn_file_actions_adddup2(&actions, terminal.child, descriptor)
      return terminal.own
    case .collected, .closedPipe:
      let pipe = try Self.pipe()
      childEnds.append(pipe.write)
      posix_spawn_file_actions_adddup2(&actions, pipe.write, descriptor)
      if case .collected = output { return pipe.read }
      close(pipe.read)
      return nil
    }
  }

  mutating func start(
    _ executable: String, _ arguments: [String], environment: [String: String]?, directory: String?
  ) throws(ProcessRunError) -> pid_t {
    var (executable, arguments) = (executable, arguments)
    if let directory {
      // The shell becomes the program: same process, same descriptors. glibc shows Swift no other way to change folders.
      (executable, arguments) = ("/bin/sh", ["-c", "cd -- \"$0\" && exec \"$@\"", directory, executable] + arguments)
    }
    setAttributes()
    var processID: pid_t = 0
    let variables = environment?.map { "\($0.key)=\($0.value)" }
    let status = Self.withCStrings([executable] + arguments) { argumentPointers in
      guard let variables else {
        return posix_spawn(&processID, executable, &actions, &attributes, argumentPointers, environ)
      }
      return Self.withCStrings(variables) { variablePointers in
        posix_spawn(&processID, executable, &actions, &attributes, argumentPointers, variablePointers)
      }
    }
    if status != 0 {
      throw ProcessRunError("not started: \(String(cString: strerror(status)))", command: executable)
    }
    return processID
  }

  private mutating func setAttributes() {
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawnattr_setpgroup(&attributes, 0)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // The process that runs the tests may ignore some, and a child would inherit that.
    var all = sigset_t()
    sigemptyset(&all)
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGALRM, SIGCHLD] { sigaddset(&all, signal) }
    posix_spawnattr_setsigdefault(&attributes, &all)
  }

  private static func pipe() throws(ProcessRunError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
      let status = Darwin.pipe(&ends)
    #elseif canImport(Glibc)
      let status = Glibc.pipe(&ends)
    #else
      let status = Musl.pipe(&ends)
    #endif
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    if status != 0 { throw ProcessRunError(String(cString: strerror(errno)), command: "pipe") }
    return (ends[0], ends[1])
  }

  /// Both ends of a new terminal, which is nobody's controlling one.
  private static func terminal(columns: Int, rows: Int) throws(ProcessRunError) -> (own: Int32, child: Int32) {
    var (own, child): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    if openpty(&own, &child, nil, nil, &size) != 0 {
      throw ProcessRunError(String(cString: strerror(errno)), command: "openpty")
    }
    for end in [own, child] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (own, child)
  }

  /// A file without a name that holds `bytes`, at its start.
  private static func unnamedFile(_ bytes: [UInt8]) throws(ProcessRunError) -> Int32 {
    guard let stream = tmpfile() else {
      throw ProcessRunError(String(cString: strerror(errno)), command: "tmpfile")
    }
    defer { fclose(stream) }
    fwrite(bytes, 1, bytes.count, stream)
    fflush(stream)
    let descriptor = fcntl(fileno(stream), F_DUPFD_CLOEXEC, 3)
    lseek(descriptor, 0, SEEK_SET)
    return descriptor
  }

  private static func withCStrings<R>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    var pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(&pointers)
  }
}
