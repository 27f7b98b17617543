import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Held while a child is started; `ProcessLaunch` says why.
private let launchLock = NSLock()

/// One child process under a test's control: started at once, observed through pipes, never left behind.
///
/// Its output is read only while the test is inside `wait` or `waitForOutput`, on the test's own thread; until then the
/// child blocks once a pipe is full. The child leads a process group of its own, has the default signal handling, and is
/// killed with its group when this object goes.
package final class ProcessRun {
  /// What the child reads.
  package enum Input {
    case nothing
    case bytes([UInt8])
    /// A pipe that stays open, with nothing in it, until `closeInput()`.
    case openPipe
  }

  /// Where the child writes.
  package enum Output {
    case collected
    /// A pipe nobody will ever read: the first write gives `EPIPE`.
    case closedPipe
    /// A terminal of that size, so that the program may draw; what comes is collected with its control sequences.
    case terminal(columns: Int, rows: Int)
    case discarded
  }

  package enum Stream: Sendable { case output, error }

  package let processID: Int32
  private let command: String
  private var channels: [Stream: ReadChannel] = [:]
  private var inputDescriptor: Int32?
  private var ending: Ending?

  /// Starts `executable`, a path that is not looked up in `PATH`.
  ///
  /// - Parameters:
  ///   - environment: All that the child gets; `nil` is this process's own.
  ///   - directory: Where the child starts; `nil` is where this process is.
  package init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil, directory: String? = nil,
    input: Input = .nothing, output: Output = .collected, error: Output = .collected
  ) throws(ProcessRunError) {
    command = ([executable] + arguments).joined(separator: " ")
    launchLock.lock()
    defer { launchLock.unlock() }
    var launch = ProcessLaunch()
    defer { launch.closeChildEnds() }
    inputDescriptor = try launch.connectInput(input)
    for (stream, kind, descriptor) in [(Stream.output, output, STDOUT_FILENO), (.error, error, STDERR_FILENO)] {
      if let readEnd = try launch.connectOutput(kind, to: descriptor) { channels[stream] = ReadChannel(readEnd) }
    }
    processID = try launch.start(executable, arguments, environment: environment, directory: directory)
  }

  deinit {
    if ending == nil {
      kill(-processID, SIGKILL)
      var status: Int32 = 0
      while waitpid(processID, &status, 0) == -1 && errno == EINTR {}
    }
    if let inputDescriptor { close(inputDescriptor) }
  }

  /// Sends a signal to the child alone, not to its group.
  package func send(_ signal: Int32) {
    if ending == nil { kill(processID, signal) }
  }

  /// Ends the child's input.
  package func closeInput() {
    if let inputDescriptor { close(inputDescriptor) }
    inputDescriptor = nil
  }

  /// Stops reading a stream, as `head` does when it has enough: the child's next write to it gives `EPIPE`.
  package func stopReading(_ stream: Stream) {
    channels[stream]?.stop()
  }

  /// What came so far.
  package func text(_ stream: Stream = .output) -> String {
    String(decoding: channels[stream]?.bytes ?? [], as: UTF8.self)
  }

  /// Reads on until `stream` holds `text`.
  package func waitForOutput(
    _ text: String, on stream: Stream = .output, within limit: Duration = .seconds(20)
  ) throws(ProcessRunError) {
    func isThere() -> Bool { self.text(stream).contains(text) }
    func isOpen() -> Bool { channels[stream]?.isOpen == true }
    _ = try pump(within: limit) { isThere() || !isOpen() }
    if isThere() { return }
    let problem = isOpen() ? "no '\(text)' within \(limit)" : "the stream ended without '\(text)'"
    throw ProcessRunError(problem, command: command, output: self.text(), error: self.text(.error))
  }

  /// Reads on until the child has ended. One that takes longer is killed.
  package func wait(within limit: Duration = .seconds(60)) throws(ProcessRunError) -> Result {
    let ended = try pump(within: limit) { self.ending != nil }
    guard ended, let ending else {
      kill(-processID, SIGKILL)
      _ = try pump(within: .seconds(10)) { self.ending != nil }
      throw ProcessRunError(
        "still running after \(limit), killed", command: command, output: text(), error: text(.error))
    }
    // What the child wrote before its end is in the pipes; what its own children may still write is not waited for.
    for channel in channels.values { channel.readAvailable() }
    return Result(
      ending: ending, outputBytes: channels[.output]?.bytes ?? [], errorBytes: channels[.error]?.bytes ?? [])
  }

  /// Reads until `isDone`, for at most `limit`; says whether it came to be.
  private func pump(within limit: Duration, until isDone: () -> Bool) throws(ProcessRunError) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while true {
      for channel in channels.values { channel.readAvailable() }
      try reap()
      if isDone() { return true }
      if clock.now >= deadline { return false }
      // Woken by output and by its end; a child that ends without closing its pipes is noticed at the next tick.
      var waiting = channels.values.filter(\.isOpen).map {
        pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
      }
      poll(&waiting, nfds_t(waiting.count), waiting.isEmpty ? 1 : 20)
    }
  }

  private func reap() throws(ProcessRunError) {
    guard ending == nil else { return }
    var status: Int32 = 0
    let reaped = waitpid(processID, &status, WNOHANG)
    if reaped == processID {
      ending = status & 0x7f == 0 ? .exited((status >> 8) & 0xff) : .killed(status & 0x7f)
    } else if reaped == -1 && errno != EINTR {
      throw ProcessRunError("lost: \(String(cString: strerror(errno)))", command: command)
    }
  }
}

extension ProcessRun {
  /// How a process ended.
  package enum Ending: Sendable, Equatable, CustomStringConvertible {
    case exited(Int32)
    case killed(Int32)

    /// The status, or `signal N`.
    package var description: String {
      switch self {
      case .exited(let status): "\(status)"
      case .killed(let signal): "signal \(signal)"
      }
    }
  }

  /// All that a process left.
  package struct Result: Sendable {
    package let ending: Ending
    package let outputBytes: [UInt8]
    package let errorBytes: [UInt8]

    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
    package var error: String { String(decoding: errorBytes, as: UTF8.self) }
  }

  /// Runs a process to its end.
  package static func run(
    _ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil, directory: String? = nil,
    input: Input = .nothing, output: Output = .collected, within limit: Duration = .seconds(60)
  ) throws(ProcessRunError) -> Result {
    try ProcessRun(
      executable, arguments, environment: environment, directory: directory, input: input, output: output
    ).wait(within: limit)
  }
}

/// A process that could not be started, or did not do in time what was waited for.
package struct ProcessRunError: Error, CustomStringConvertible {
  package let description: String

  init(_ problem: String, command: String, output: String = "", error: String = "") {
    var text = "\(command): \(problem)"
    if !output.isEmpty { text += "\n--- its output so far:\n\(output)" }
    if !error.isEmpty { text += "\n--- its standard error so far:\n\(error)" }
    description = text
  }
}

/// The reading end of a pipe, and what came out of it.
private final class ReadChannel {
  let descriptor: Int32
  private(set) var isOpen = true
  private(set) var bytes: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { stop() }

  func stop() {
    if isOpen { close(descriptor) }
    isOpen = false
  }

  func readAvailable() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while isOpen {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        bytes += buffer[..<count]
      } else if count == 0 || errno == EIO {
        stop()  // Linux tells the end of a terminal by EIO
      } else if errno != EINTR {
        return
      }
    }
  }
}
