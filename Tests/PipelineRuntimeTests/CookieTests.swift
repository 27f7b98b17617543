import HTTP
import Testing

@testable import PipelineRuntime

@Suite("Cookies of a client")
struct CookieTests {
  /// What is sent to a URL after responses from others.
  private func sent(
    to url: String, after responses: [(String, [String])], at time: Duration = .zero, wallClock: Int = 1_600_000_000
  ) -> String? {
    let jar = CookieJar()
    for (url, cookies) in responses {
      jar.store(cookies.map { Header("set-cookie", $0) }, from: url, now: .zero) { wallClock }
    }
    return jar.header(for: url, now: time)
  }

  @Test(
    "Which hosts and paths a cookie is meant for",
    arguments: [
      ("a=1", "http://a.test/x", true), ("a=1", "http://b.a.test/x", false),
      ("a=1; Domain=a.test", "http://b.a.test/", true),
      ("a=1; domain=.A.TEST", "http://b.a.test/", true), ("a=1; Domain=a.test", "http://ba.test/", false),
      ("a=1; Domain=b.test", "http://a.test/", false), ("a=1; Domain=b.a.test", "http://a.test/", false),
      ("a=1; Domain=", "http://a.test/", true), ("a=1; Path=/x", "http://a.test/x", true),
      ("a=1; Path=/x", "http://a.test/x/y?z", true), ("a=1; Path=/x", "http://a.test/xy", false),
      ("a=1; Path=/x/", "http://a.test/x", false), ("a=1; Path=x", "http://a.test/d/f", true),
      ("a=1; Path=/", "http://a.test", true), ("a=1; Secure", "https://a.test/", false),
      ("a=1", "https://a.test/", true),
      ("a=1", "http://a.test:8080/", true), ("a=1; Max-Age=0", "http://a.test/", false),
      ("a=1; Max-Age=-1", "http://a.test/", false), ("a=1; Max-Age=x", "http://a.test/", true),
      ("a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT", "http://a.test/", false),
      ("a=1; Expires=Wed, 21-Oct-2099 07:28:00 GMT", "http://a.test/", true),
      ("a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Max-Age=60", "http://a.test/", true),
      ("a=1; Expires=never", "http://a.test/", true), ("a", "http://a.test/", false), ("=", "http://a.test/", false),
      ("__Secure-a=1", "http://a.test/", false), ("__Host-a=1; Path=/", "http://a.test/", false),
      ("a=1\u{1}", "http://a.test/", false), ("a=\(String(repeating: "x", count: 5000))", "http://a.test/", false),
    ])
  func matching(cookie: String, url: String, isSent: Bool) {
    #expect((sent(to: url, after: [("http://a.test/", [cookie])]) != nil) == isSent)
  }

  @Test func defaultPathIsTheFolder() {
    #expect(sent(to: "http://a.test/d/g", after: [("http://a.test/d/f?x=/y/z", ["a=1"])]) == "a=1")
    #expect(sent(to: "http://a.test/e", after: [("http://a.test/d/f", ["a=1"])]) == nil)
    #expect(sent(to: "http://a.test/e", after: [("http://a.test/d", ["a=1"])]) == "a=1")
  }

  @Test func longerPathsAndOlderCookiesComeFirst() {
    #expect(
      sent(
        to: "http://a.test/d/e/f",
        after: [
          ("http://a.test/d/e/f", ["a=1; Path=/", "b=2; Path=/d/e", "c=3; Path=/d", "d=4; Path=/", "a=5; Path=/"])
        ])
        == "b=2; c=3; a=5; d=4")
  }

  @Test func secureOnesGoOverSecureConnectionsAlone() {
    let set = [
      (
        "https://a.test/",
        ["a=1; Secure", "b=2", "__Host-c=3; Secure; Path=/", "__Host-d=4; Secure; Path=/; Domain=a.test"]
      )
    ]
    #expect(sent(to: "https://a.test/", after: set) == "a=1; b=2; __Host-c=3")
    #expect(sent(to: "http://a.test/", after: set) == "b=2")
  }

  @Test func addressesHaveNoDomains() {
    #expect(sent(to: "http://1.127.0.0.1/", after: [("http://127.0.0.1/", ["a=1; Domain=127.0.0.1"])]) == nil)
    #expect(sent(to: "http://127.0.0.1/", after: [("http://127.0.0.1/", ["a=1; Domain=127.0.0.1"])]) == "a=1")
    #expect(sent(to: "http://127.0.0.1/", after: [("http://127.0.0.1/", ["a=1; Domain=0.0.1"])]) == nil)
  }

  @Test func expiryIsOnTheRunsClock() {
    let set = [("http://a.test/", ["a=1; Max-Age=10", "b=2; Expires=Sun, 13 Sep 2020 12:26:45 GMT"])]
    #expect(sent(to: "http://a.test/", after: set, at: .seconds(4)) == "a=1; b=2")
    #expect(sent(to: "http://a.test/", after: set, at: .seconds(5)) == "a=1")
    #expect(sent(to: "http://a.test/", after: set, at: .seconds(10)) == nil)
  }

  @Test func serverCannotFillTheMemory() {
    let cookies = (0..<CookieJar.capacity + 5).map { "n\($0)=1" }
    let header = sent(to: "http://a.test/", after: [("http://a.test/", cookies)])
    #expect(header?.split(separator: ";").count == CookieJar.capacity)
    #expect(header?.hasPrefix("n5=1; ") == true)
  }

  @Test func eachClientHasItsOwnAndOnlyWhereItIsAskedFor() throws {
    let trial = try Trial.run(
      """
      clients:
        a: { baseURL: 'http://a.test', cookies: true }
        b: { baseURL: 'http://a.test', cookies: true }
        c: { baseURL: 'http://a.test' }
      nodes:
        one:
          - fetch: { client: a, get: /login }
          - fetch: { client: a, get: /a }
          - fetch: { client: b, get: /b }
          - fetch: { client: c, get: /c }
          - fetch: { client: a, get: 'http://a.test:81/other' }
          - fetch: { client: a, get: /own, headers: { cookie: 'x=y' } }
          - fetch: { client: a, get: /none, headers: { Cookie: null } }
          - fetch: { client: a, get: /last }
      """
    ) { request, _ in
      .response(headers: request.url.hasSuffix("login") ? [Header("Set-Cookie", "id=1")] : [])
    }
    #expect(
      trial.transport.requests.map { request in
        String(request.url.split(separator: "/").last ?? "")
          + request.headers.filter { $0.name.lowercased() == "cookie" }.map { " " + $0.value }.joined()
      } == ["login", "a id=1", "b", "c", "other", "own x=y", "none", "last id=1"])
  }
}
