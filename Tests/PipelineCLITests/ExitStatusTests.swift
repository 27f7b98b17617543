import Testing

@testable import PipelineCLI

@Suite struct ExitStatusTests {
  @Test(arguments: [
    (0, 0, 0), (0, 4, 4), (4, 3, 3), (3, 4, 3), (3, 130, 130), (143, 4, 143), (4, 4, 4), (130, 0, 130),
  ])
  func transportWinsOverChecksAndASignalOverAll(first: Int32, second: Int32, both: Int32) {
    #expect(worse(first, second) == both)
  }
}
