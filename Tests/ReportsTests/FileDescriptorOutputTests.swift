import Foundation
import Reports
import RunEvents
import Testing

@Suite struct FileDescriptorOutputTests {
  @Test func writesEverythingThroughASmallPipe() throws {
    let pipe = Pipe()
    let output = FileDescriptorOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    #expect(!output.isTerminal)
    #expect(output.size == nil)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let thread = Thread {
      output.write(bytes)
      try? pipe.fileHandleForWriting.close()
    }
    thread.start()
    #expect(pipe.fileHandleForReading.readDataToEndOfFile() == Data(bytes))
    #expect(output.failure == nil)
  }

  @Test func goesOnWhereTheDescriptorDoesNotBlock() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
    let output = FileDescriptorOutput(descriptor: descriptor)
    let thread = Thread {
      output.write([UInt8](repeating: 7, count: 300_000))
      try? pipe.fileHandleForWriting.close()
    }
    thread.start()
    #expect(pipe.fileHandleForReading.readDataToEndOfFile().count == 300_000)
  }

  @Test func staysSilentAfterTheReaderHasGone() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    let output = FileDescriptorOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForReading.close()
    output.write([1])
    #expect(output.failure == EPIPE)
    output.write([2])
    #expect(output.failure == EPIPE)
  }
}
