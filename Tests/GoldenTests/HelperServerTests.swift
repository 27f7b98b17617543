import TestSupport
import Testing

@Suite struct HelperServerTests {
  @Test(arguments: [
    ("8123", "http://127.0.0.1:8123", "127.0.0.1:8123"), ("https://a.test:1", "https://a.test:1", "a.test:1"),
  ])
  func takesTheAddressFromTheFirstLine(_ line: String, _ baseURL: String, _ host: String) throws {
    let server = try HelperServer(program: "/bin/sh", ["-c", "echo \(line); cat; echo ended"])
    #expect(server.baseURL == baseURL)
    #expect(server.host == host)
    #expect(try server.stop() == "ended\n")
  }

  @Test func saysThatNoServerCame() throws {
    let error = #expect(throws: ProcessRunError.self) {
      try HelperServer(program: "/bin/sh", ["-c", "echo 'address in use' >&2; exit 1"])
    }
    #expect(error?.description.contains("address in use") == true)
  }
}
