import Foundation
import TestSupport
import Testing

/// C20 on the wire, without a stand-in: real answers, a host that refuses, a case, every verbosity.
@Suite struct SecretOutputTests {
  private static let secret = "s3cr+t/ü\"x"
  private static let brought = "brought-4711-token"

  /// What a secret looks like where it has travelled.
  private func copies(of secret: String) -> [String] {
    let bytes = Array(secret.utf8)
    func percent(_ isForm: Bool, _ format: String) -> String {
      bytes.map { byte in
        let isPlain =
          byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
        return isPlain || byte == 0x2D ? String(Unicode.Scalar(byte)) : String(format: "%%" + format, byte)
      }.joined()
    }
    var copies = [secret, percent(false, "%02X"), percent(false, "%02x")]
    copies.append(secret.replacingOccurrences(of: "\"", with: "\\\""))
    copies.append(secret.replacingOccurrences(of: "ü", with: "\\u00fc").replacingOccurrences(of: "\"", with: "\\\""))
    copies.append(secret.replacingOccurrences(of: "\"", with: "&quot;"))
    copies.append(secret.replacingOccurrences(of: "\"", with: "&#34;"))
    copies.append(secret.replacingOccurrences(of: "\"", with: "\\u0022"))
    for alignment in 0..<3 {
      let whole = Data(Array(repeating: UInt8(ascii: "a"), count: alignment) + bytes).base64EncodedString()
      // Only the characters that are made of the secret alone.
      let first = alignment == 0 ? 0 : alignment + 1
      let core = String(whole.filter { $0 != "=" }.dropFirst(first).dropLast())
      copies += [core, core.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")]
    }
    return copies
  }

  private func pipeline(_ base: String) -> String {
    """
    pipeline: everywhere
    inputs:
      token: { type: string, secret: true }
      label: open
    cases: [{ label: 'case of s3cr+t/ü"x' }]
    clients:
      basic: { baseURL: '\(base)', auth: { basic: { username: me, password: '${ $inputs.token }' } } }
      bearer: { baseURL: '\(base)', auth: { bearer: '${ $inputs.token }' } }
      plain: { baseURL: '\(base)', headers: { X-Key: '${ $inputs.token | @base64 }' } }
    nodes:
      basic: { fetch: { get: /status/500, client: basic } }
      bearer: { fetch: { get: /status/404, client: bearer } }
      query: { fetch: { get: /status/500, client: plain, query: { token: '${ $inputs.token }' } } }
      path: { fetch: { get: '/status/500/${ $inputs.token }', client: plain } }
      json: { fetch: { post: /status/500, client: plain, json: { a: ['${ $inputs.token }'] } } }
      form: { fetch: { post: /status/500, client: plain, form: { a: 'b${ $inputs.token }c' } } }
      echoed: [ fetch: { post: /echo, client: plain, json: { a: '${ $inputs.token }' } }, expect: .a == "x" ]
      error: [ just: '${ $inputs.token }', map: tonumber ]
      type: [ just: '${ $inputs.token }', map: .a.b ]
      part: [ just: 'longer${ $inputs.token }text', log: 'it is ${ . }', flatMap: [{ fail: 'no: ${ . }' }] ]
      twice: [ just: '${ $inputs.token }', map: '@base64 | @base64', log: '${ . }' ]
      upper: [ just: '${ $inputs.token }', map: ascii_upcase, log: '${ . }', expect: . == "x" ]
      reversed: [ just: '${ $inputs.token }', map: 'explode | reverse | implode', log: '${ . }' ]
      hex: [ just: '${ $inputs.token }', map: '@json | @uri', log: '${ . }' ]
      brought:
        - fetch: { post: /echo, client: plain, json: [brought, 4711, token] }
        - map: map(tostring) | join("-")
        - secret: .
        - log: 'brought ${ . }'
        - fetch: { get: '/status/500?t=${ . }', client: plain }
      made: [ from: brought, map: 'ascii_upcase', log: '${ . }' ]
      file: { fetch: { put: /echo, client: plain, upload: '${ $inputs.token | gsub("/"; "_") }' } }
      unresolved: { fetch: 'http://127.0.0.1:1/${ $inputs.token }' }

    """
  }

  private static let made = [
    secret.uppercased().replacingOccurrences(of: "Ü", with: "ü"),
    String(secret.unicodeScalars.reversed().map(Character.init)),
    brought.uppercased(),
  ]

  @Test func noOutputHoldsASecret() throws {
    let server = try HelperServer(script: "wire_server.py")
    let folder = try TemporaryFolder()
    try folder.write(pipeline(server.baseURL), to: "p.yaml")
    let kinds = ["junit", "tap", "json", "html"]
    for verbosity in [["-q"], [], ["-v"], ["-vv"], ["-vv", "--color", "always"]] {
      let reports = kinds.flatMap { ["--report-\($0)", "r.\($0)"] }
      let run = try Program.run(
        ["run", "--events", "e.ndjson", "p.yaml"] + reports + verbosity,
        environment: [
          "PIPELINE_SECRET_token": Self.secret, "GITHUB_ACTIONS": "true",
          "GITHUB_STEP_SUMMARY": folder.path("summary.md"),
        ], directory: folder.url.path)
      #expect(run.ending == .exited(3), "\(run.error)")
      var outputs = [("stdout", run.output), ("stderr", run.error)]
      for file in kinds.map({ "r.\($0)" }) + ["e.ndjson", "summary.md"] {
        outputs.append((file, try String(contentsOfFile: folder.path(file), encoding: .utf8)))
      }
      let wanted = [Self.secret, Self.brought] + Self.made
      var found: [String] = []
      for (name, text) in outputs {
        for copy in wanted.flatMap(copies) where copy.count > 3 && text.contains(copy) {
          found.append("\(name) with \(verbosity) holds \(copy): \(place(of: copy, in: text))")
        }
      }
      #expect(found == [])
      #expect(run.error.contains("***"))
    }
  }

  private func place(of copy: String, in text: String) -> String {
    guard let range = text.range(of: copy) else { return "" }
    let start = text.index(range.lowerBound, offsetBy: -100, limitedBy: text.startIndex) ?? text.startIndex
    let end = text.index(range.upperBound, offsetBy: 40, limitedBy: text.endIndex) ?? text.endIndex
    return String(text[start..<end])
  }

  /// What has nothing to do with a secret stays readable.
  @Test func comparingWithASecretHidesNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      inputs: { owner: { type: string, secret: true } }
      nodes:
        items: { just: [{ owner: somebody-else, name: first item }, { owner: the-owner-0815, name: second item }] }
        own: [ from: items, map: 'map(select(.owner == $inputs.owner) | .name)', log: 'found ${ . }' ]

      """, to: "p.yaml")
    let run = try Program.run(
      ["run", "p.yaml", "--secret", "owner=the-owner-0815"], directory: folder.url.path)
    #expect(run.ending == .exited(0), "\(run.error)")
    #expect(run.error.contains(#"found ["second item"]"#), "\(run.error)")
  }

  /// An empty or very short secret does not blank the log.
  @Test(arguments: ["", "a", "é"])
  func aShortSecretHidesNothing(_ secret: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      inputs: { token: { type: string, secret: true } }
      nodes: { a: [ just: 'a plain text ${ $inputs.token }', log: '${ . }' ] }

      """, to: "p.yaml")
    let run = try Program.run(["run", "p.yaml", "--secret", "token=\(secret)"], directory: folder.url.path)
    #expect(run.ending == .exited(0), "\(run.error)")
    #expect(run.error.contains("a plain text"), "\(run.error)")
  }
}
