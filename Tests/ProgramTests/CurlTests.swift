import Foundation
import TestSupport
import Testing

/// The `curl` command of a failure, pasted into the plain `sh` of the system, sends what the pipeline had sent.
@Suite("the curl command of a failure")
struct CurlTests {
  private static let pipeline = #"""
    inputs: { url: { required: true }, token: { secret: true } }
    clients: { s: { baseURL: '${ $inputs.url }', accept: 418 } }
    nodes:
      get: { fetch: { client: s, get: "/a/../b//%2F?x=[1]&y={z}&q='$(id)`id`\"!\\&%41;*" } }
      head: { fetch: { client: s, head: /head } }
      delete: { fetch: { client: s, delete: /delete } }
      headers: { fetch: { client: s, get: /headers, headers: { X-Quotes: "it's \"$HOME\" `id` \\ %s !x", X-Tab: "a\tb", X-Empty: '', X-Umlaut: äöü } } }
      json: { fetch: { client: s, post: /json, json: { a: "b\n'c'\0\u001b[2J", n: 9007199254740993 } } }
      text: { fetch: { client: s, put: /text, text: "-n %s %% \\n \\0 \\x\r\n\t'single' \"double\" $HOME `id` !x\n\n" } }
      controls: { fetch: { client: s, post: /controls, text: "\0\x01\x02\a\b\v\f\x1b\x7f\x80\xff\u2028\u202e end" } }
      empty: { fetch: { client: s, post: /empty } }
      at: { fetch: { client: s, post: /at, text: '@/etc/hostname' } }
      dash: { fetch: { client: s, post: /dash, text: '-X' } }
      form: { fetch: { client: s, post: /form, form: { "a b": "c&d=e%\n" } } }
      multipart: { fetch: { client: s, post: /multipart, multipart: { a: "1\n2", b: { text: x, filename: 'q".txt' } } } }
      upload: { fetch: { client: s, put: /upload, upload: every-byte.bin } }
      bearer: { fetch: { client: s, get: /bearer, auth: { bearer: '${ $inputs.token }' } } }
      basic: { fetch: { client: s, get: /basic, auth: { basic: { username: me, password: '${ $inputs.token }' } } } }
      key: { fetch: { client: s, get: /key, headers: { X-Key: 'a ${ $inputs.token } b', X-Base64: 'k ${ $inputs.token | @base64 }' } } }
      query: { fetch: { client: s, get: /query, query: { t: '${ $inputs.token }', u: 'x y' } } }
      path: { fetch: { client: s, get: '/path/${ $inputs.token }/end' } }
      secretJSON: { fetch: { client: s, post: /secret-json, json: { a: '${ $inputs.token }', b: "x\ny" } } }
      secretForm: { fetch: { client: s, post: /secret-form, form: { a: '${ $inputs.token }' } } }
      secretText: { fetch: { client: s, post: /secret-text, text: "\0${ $inputs.token }\n" } }
      files: { fetch: { client: s, post: /files, multipart: { t: '${ $inputs.token }', f: { file: every-byte.bin }, g: { file: every-byte.bin, type: a/b } } } }
      large: { fetch: { client: s, post: /large, text: '${ [range(2000)] | map(tostring) | join(",") | .[:8000] }' } }
      posted: { fetch: { client: s, post: /posted, upload: every-byte.bin, headers: { Content-Type: a/b } } }
    """#

  private static let token = "s3cr+t/ü\"x y"

  private func commands(in text: String) -> [Substring] {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter {
      $0.hasPrefix("curl ") || $0.hasPrefix("printf ") || $0.hasPrefix("{ ")
    }
  }

  @Test func sendsTheSameBytes() throws {
    let folder = try TemporaryFolder()
    try Self.pipeline.write(toFile: folder.path("all.yaml"), atomically: true, encoding: .utf8)
    try Data((0...255).map { UInt8($0) }).write(to: URL(fileURLWithPath: folder.path("every-byte.bin")))
    let server = try HelperServer(script: "wire_server.py")
    let result = try Program.run(
      ["run", "--color", "never", "-i", "url=" + server.baseURL, "all.yaml", "--events", "e.ndjson"],
      environment: ["PIPELINE_SECRET_token": Self.token], directory: folder.path(""))
    let commands = commands(in: result.error)
    // With `--curl` each request is shown so, also later.
    let later = try Program.run(["report", "-q", "--curl", "e.ndjson"], directory: folder.path(""))
    #expect(self.commands(in: later.output).sorted() == (commands + commands).sorted())
    try #require(commands.count == 24, "\(result.error)")
    let sent = try answer(server, "/recorded", as: WireLog.self).requests.filter { $0.target != "/recorded" }
    // That of the secret in base64 beside something else has no form in a shell.
    #expect(commands.filter { $0.contains("***") }.count == 1)
    for command in commands {
      let pasted = try ProcessRun.run(
        "/bin/sh",
        ["-c", "export PIPELINE_SECRET_token='\(Self.token)'; cd '\(folder.path(""))' && " + command + " > /dev/null"])
      #expect(pasted.ending == .exited(0), "\(command): \(pasted.error)")
    }
    #expect(sent.count == commands.count)
    let all = try answer(server, "/recorded", as: WireLog.self).requests.filter { $0.target != "/recorded" }
    let again = all.dropFirst(sent.count)
    #expect(again.count == sent.count)
    for request in sent {
      let other = try #require(again.first { $0.target == request.target }, "\(request.target)")
      #expect(other.method == request.method)
      #expect(other.body == request.body, "\(request.target)")
      let names: Set = ["user-agent", "expect"]
      func fields(_ request: WireLog.Request) -> [[String]] {
        request.headers.map { [$0[0].lowercased(), $0[1]] }.filter { !names.contains($0[0]) && $0[0] != "x-base64" }
          .sorted { $0[0] < $1[0] }
      }
      #expect(fields(other) == fields(request), "\(request.target)")
    }
  }
}
