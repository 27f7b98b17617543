import Foundation
import TestSupport
import Testing

/// C20: a run that uses secrets everywhere, and every output that it writes.
@Suite("secrets in all that is written", .serialized)
struct SecretTests {
  private static let token = #"s3cr+t/ü"x"#
  private static let key = "-----BEGIN KEY-----\nMIIEabcdefghij+/01\nqrSTuvWXyz9876\n-----END KEY-----\n"
  /// What a response brings.
  private static let session = "fresh-Session+77/x"

  private static func pipeline(isSecret: Bool) -> String {
    """
    inputs:
      token: { secret: \(isSecret), required: true }
      pem: { secret: \(isSecret), required: true }
    clients:
      api: { baseURL: http://a.test/, auth: { bearer: '${ $inputs.token }' }, headers: { X-Up: '${ $inputs.token | ascii_upcase }' } }
    types:
      Number: { type: number }
      Only: { type: string, enum: [open] }
    nodes:
      basic: { fetch: { client: api, get: /echo, auth: { basic: { username: ada, password: '${ $inputs.token }' } } } }
      places:
        - fetch:
            client: api
            post: '/echo/${ $inputs.token }'
            query: { key: '${ $inputs.token }', up: '${ $inputs.token | ascii_upcase }' }
            headers: { X-Key: '${ $inputs.token }', X-64: '${ $inputs.token | @base64 }', X-Sentence: 'a ${ $inputs.token } b' }
            json: { a: '${ $inputs.token }', pem: '${ $inputs.pem }', rev: '${ $inputs.token | explode | reverse | implode }' }
        - log: '${ .body.a | ascii_upcase } ${ .url } ${ .body.pem | explode | reverse | implode }'
      form: { fetch: { client: api, post: /echo, form: { pass: '${ $inputs.token }', pem: '${ $inputs.pem }' } } }
      multipart:
        - fetch:
            client: api
            post: /echo
            multipart: { field: '${ $inputs.token }', file: { text: '${ $inputs.pem }', filename: '${ $inputs.token }' } }
      missing: { fetch: { client: api, put: /echo, upload: '${ $inputs.token }' } }
      failing: [ just: '${ $inputs.token }', map: tonumber ]
      failing2: [ just: '${ $inputs.token }', map: '.[0:9] | tonumber' ]
      failing3: [ just: '${ $inputs.token }', map: 'ascii_upcase | error' ]
      expected: [ just: '${ $inputs.token }', expect: '(. | ascii_upcase) == ($inputs.pem | @base64)' ]
      decoded: [ just: ['${ $inputs.token }'], decode: Number ]
      decoded2: [ just: '${ $inputs.token }', decode: Only ]
      logged:
        - just: [ '${ $inputs.token }', '${ $inputs.pem }', '${ $inputs.token | @uri }', '${ $inputs.token | @html }', '${ $inputs.token | tojson | tojson }' ]
        - log: '${ . }'
        - log: '${ .[0] | @uri | gsub("%C3%BC"; "%c3%bc") | gsub("%2B"; "%2b") | gsub("%2F"; "%2f") }'
        - log: '${ [("", "x", "xy") + .[0] | @base64 | gsub("[+]"; "-") | gsub("/"; "_")] | join(" ") }'
        - log: '${ .[0] | ascii_upcase } ${ .[0] | explode | reverse | implode }'
        - log: '${ .[0] | @base64 } ${ "x" + .[0] | @base64 } ${ "xy" + .[0] | @base64 } ${ .[0] | explode | map(tostring) | join(".") }'
        - save: 's3cr+t/${ .[0] | @base64 }.json'
      unresolvable: { fetch: 'http://${ $inputs.token | @base64 | gsub("[^A-Za-z0-9]"; "") }.invalid/' }
      nourl: { fetch: { get: '${ $inputs.token }' } }
      redirected: { fetch: { client: api, get: /away, redirects: 3 } }
      refused: { fetch: { client: api, get: '/refuse/${ $inputs.token }' } }
      login:
        - fetch: { client: api, get: /login }
        - secret: .session
        - log: '${ .session } ${ .session | ascii_upcase } ${ .user }'
      used: { fetch: { client: api, get: /echo, query: { s: '${ $nodes.login.session }', up: '${ $nodes.login.session | ascii_upcase }' } } }
      long: [ just: '${ "x" * 100 + $inputs.token + "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy" }', map: error ]
      page:
        - fetch: { client: api, get: /page }
        - replaceError: '${ $error.message | ascii_upcase }'
    output: [places, logged, login, page]
    mock:
      - get: /echo
        reply: { json: { url: '${ $request.url }', headers: '${ $request.headers }', up: '${ $inputs.token | ascii_upcase | explode | reverse | implode }' } }
      - post: /echo
        reply: { json: { url: '${ $request.url }', headers: '${ $request.headers }', body: '${ $request.body }' } }
      - post: /echo/{x}
        reply: { json: { url: '${ $request.url }', headers: '${ $request.headers }', body: '${ $request.body }' } }
      - get: /away
        reply: { status: 302, headers: { Location: 'ftp://x.test/?k=${ $inputs.token | @uri }' } }
      - get: /refuse/{x}
        reply: { status: 403, headers: { X-Echo: '${ $inputs.token | @base64 }', Set-Cookie: 'a=${ $inputs.token | @uri }' }, json: { message: 'no ${ $inputs.token }', path: '${ $request.path.x }' } }
      - get: /login
        reply: { json: { session: fresh-Session+77/x, user: ada } }
      - get: /page
        reply: { status: 500, text: '<p>${ $inputs.token | @html }</p>' }
    """
  }

  /// What was written, by the name of the file or stream.
  private func run(isSecret: Bool, color: String, folder: TemporaryFolder) throws -> [String: String] {
    // What authorises is masked whatever it is.
    let text = Self.pipeline(isSecret: isSecret)
    let open =
      text
      .replacingOccurrences(of: "auth: { bearer: '${ $inputs.token }' },", with: "")
      .replacingOccurrences(of: ", auth: { basic: { username: ada, password: '${ $inputs.token }' } }", with: "")
    try (isSecret ? text : open).write(
      to: folder.url.appendingPathComponent("all.yaml"), atomically: true, encoding: .utf8)
    let reports = ["junit", "tap", "json", "html"].flatMap { ["--report-\($0)", "out/report.\($0)"] }
    let prefix = isSecret ? "PIPELINE_SECRET_" : "PIPELINE_INPUT_"
    let result = try Program.run(
      ["run", "--mock", "-vv", "--color", color, "all.yaml", "--events", "out/events.ndjson"] + reports,
      environment: [
        prefix + "token": Self.token, prefix + "pem": Self.key, "GITHUB_ACTIONS": "true",
        "GITHUB_STEP_SUMMARY": folder.path("out/summary.md"),
      ], directory: folder.path(""))
    #expect(result.ending == .exited(3), "\(result.error)")
    var written = ["standard output": result.output, "standard error": result.error]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("out")) {
      written[name] = try String(contentsOf: folder.url.appendingPathComponent("out/\(name)"), encoding: .utf8)
    }
    #expect(written.count == 8, "\(written.keys.sorted())")
    return written
  }

  @Test(arguments: ["always", "never"])
  func noneIsShownInAnyForm(color: String) throws {
    let written = try run(isSecret: true, color: color, folder: TemporaryFolder())
    for (name, text) in written {
      #expect(text.contains("***"), "\(name) has none of it")
      for (form, needle) in forms where contains(text, needle) {
        let shown = text.range(of: needle).map { text[$0.lowerBound...].prefix(80) } ?? ""
        Issue.record("\(name) shows \(form): \(needle): \(shown)")
      }
    }
  }

  /// The same run with inputs that are no secrets: what is looked for above would be found.
  @Test func wouldBeFound() throws {
    let written = try run(isSecret: false, color: "never", folder: TemporaryFolder())
    let all = written.values.joined(separator: "\n")
    for (form, needle) in forms where form.hasPrefix("token") {
      let isFound = contains(all, needle)
      #expect(isFound, "\(form) is nowhere: \(needle)")
    }
    for (name, text) in written {
      #expect(forms.contains { contains(text, $0.needle) }, "\(name) shows nothing of it")
    }
  }

  private func contains(_ text: String, _ needle: String) -> Bool {
    text.utf8.firstRange(of: Array(needle.utf8)) != nil
  }

  private var forms: [(form: String, needle: String)] {
    var forms = forms(of: Self.token, "token")
    for line in Self.key.split(separator: "\n") where !line.hasPrefix("-") {
      forms += self.forms(of: String(line), "line")
    }
    forms.append(("key, escaped", "MIIEabcdefghij+/01\\nqrST"))
    forms.append(("session, upper case", Self.session.uppercased()))
    forms.append(("token, its beginning", "s3cr+t/"))
    return forms
  }

  private func forms(of secret: String, _ name: String) -> [(form: String, needle: String)] {
    var forms = [(name, secret)]
    func add(_ form: String, _ text: String) {
      if text != secret { forms.append(("\(name), \(form)", text)) }
    }
    for alignment in 0..<3 {
      let bytes = Data(String(repeating: "x", count: alignment).utf8) + Data(secret.utf8)
      // The characters that hold nothing but bits of the secret.
      let bits = bytes.count * 8
      let whole = Array(bytes.base64EncodedString())
      let core = String(whole[((alignment * 8 + 5) / 6)..<(bits / 6)])
      add("base64 at \(alignment)", core)
      let urlCore = core.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      add("base64url at \(alignment)", urlCore)
    }
    let percent = secret.utf8.map { byte in
      let isPlain = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39
      return isPlain ? String(UnicodeScalar(byte)) : "%" + String(format: "%02X", byte)
    }.joined()
    let lower = secret.utf8.map { byte in
      let isPlain = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39
      return isPlain ? String(UnicodeScalar(byte)) : "%" + String(format: "%02x", byte)
    }.joined()
    add("percent", percent)
    add("percent, lower", lower)
    add("JSON", secret.replacingOccurrences(of: "\"", with: "\\\""))
    add("XML", secret.replacingOccurrences(of: "\"", with: "&quot;"))
    add("upper case", String(secret.map { $0.isASCII ? Character($0.uppercased()) : $0 }))
    add("reversed", String(secret.reversed()))
    add("code points", secret.unicodeScalars.map { String($0.value) }.joined(separator: "."))
    return forms
  }
}
