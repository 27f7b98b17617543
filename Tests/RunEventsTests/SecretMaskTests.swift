import Foundation
import RunEvents
import Testing

@Suite struct SecretMaskTests {
  static let secret = "s3cr+t/ü\"x"

  @Test(arguments: [
    ("raw", "s3cr+t/ü\"x"),
    ("percent, upper case", "s3cr%2Bt%2F%C3%BC%22x"),
    ("percent, lower case", "s3cr%2bt%2f%c3%bc%22x"),
    ("percent, mixed case", "s3cr%2bt%2F%c3%BC%22x"),
    ("percent, path characters kept", "s3cr+t/%C3%BC%22x"),
    ("percent, every byte", "%73%33%63%72%2B%74%2F%C3%BC%22%78"),
    ("percent, twice", "s3cr%252Bt%252F%25C3%25BC%2522x"),
    ("JSON", #"s3cr+t/ü\"x"#),
    ("JSON, ASCII only", #"s3cr+t/\u00fc\"x"#),
    ("JSON, upper case and slash", #"s3cr+t\/\u00FC\u0022x"#),
    ("JSON in JSON", #"s3cr+t/\\u00fc\\\"x"#),
    ("JSON in JSON in JSON", #"s3cr+t/ü\\\\\\\"x"#),
    ("XML", "s3cr+t/ü&quot;x"),
    ("HTML, decimal", "s3cr&#43;t/&#252;&#34;x"),
    ("HTML, hexadecimal", "s3cr+t&#x2F;&#xFC;&#x22;x"),
    ("HTML, twice", "s3cr+t/ü&amp;quot;x"),
    ("base64 percent-encoded", "czNjcit0L8O8Ing%3D"),
  ])
  func hidesEachEncoding(_ name: String, _ written: String) {
    let mask = SecretMask([Self.secret])
    #expect(mask.masked("before \(written) behind") == "before *** behind")
    #expect(mask.masked(written) == "***")
    #expect(mask.masked("[\(written)\(written)]") == "[***]")
  }

  @Test func hidesFormEncodedBlanks() {
    let mask = SecretMask(["a secret & more"])
    #expect(mask.masked("q=a+secret+%26+more&b=c") == "q=***&b=c")
    #expect(mask.masked("q=a%20secret%20%26%20more") == "q=***")
  }

  @Test(arguments: 0..<7, 0..<5)
  func hidesBase64AtEachAlignment(before: Int, behind: Int) throws {
    let mask = SecretMask([Self.secret])
    let whole = Data((String(repeating: "u", count: before) + Self.secret + String(repeating: "v", count: behind)).utf8)
    let standard = whole.base64EncodedString()
    let url = standard.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    // The characters that hold a bit of the secret.
    let first = before * 8 / 6
    let end = ((before + Self.secret.utf8.count) * 8 + 5) / 6
    for text in [standard, url, url.replacingOccurrences(of: "=", with: "")] {
      let rest = String(text.dropFirst(end))
      let expected = text.prefix(first) + "***" + (rest.allSatisfy { $0 == "=" } ? "" : rest)
      #expect(mask.masked("Basic \(text).") == "Basic \(expected).")
    }
  }

  @Test func hidesThePasswordOfBasicAuth() {
    let mask = SecretMask([Self.secret])
    let header = "Basic " + Data("joe:\(Self.secret)".utf8).base64EncodedString()
    let masked = mask.masked(header)
    #expect(masked.hasPrefix("Basic am9l"))
    #expect(masked.hasSuffix("***"))
  }

  @Test func hidesEscapedCharactersInSecretsThatHoldEscapes() {
    let mask = SecretMask([#"a%41\u0042&amp;c"#])
    #expect(mask.masked(#"<a%41\u0042&amp;c>"#) == "<***>")
    #expect(mask.masked(#"<a%2541%5Cu0042%26amp%3Bc>"#) == "<***>")
    #expect(mask.masked(#"<a%41\\u0042&amp;c>"#) == "<***>")
    #expect(mask.masked(#"<a%41\u0042&amp;amp;c>"#) == "<***>")
  }

  @Test(arguments: ["", "x", "ab", "   ", "\n\n\n\n"])
  func leavesTextAloneWhereTheSecretIsTooShort(_ secret: String) {
    let mask = SecretMask([secret])
    let text = "x ab   cab\n\n\n\nYWI="
    #expect(mask.masked(text) == text)
    #expect(mask.isEmpty)
  }

  @Test func hidesSecretsThatOverlap() {
    let mask = SecretMask(["abcdef", "defghi", "zzz"])
    #expect(mask.masked("1abcdefghi2") == "1***2")
    #expect(mask.masked("1abcdefzzz2") == "1***2")
    #expect(mask.masked("1zzzz2") == "1***2")
  }

  @Test func hidesTheLongerOfTwoSecretsThatBeginAlike() {
    let mask = SecretMask(["token", "token-long"])
    #expect(mask.masked("token-long token-lo token") == "*** ***-lo ***")
  }

  @Test func hidesASecretReadFromAFileWithALineEnd() {
    let mask = SecretMask(["hunter22\n"])
    #expect(mask.masked("password=hunter22;") == "password=***;")
  }

  @Test func hidesTheLinesOfALongSecret() {
    let mask = SecretMask(["-----BEGIN-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEF\n-----END-----"])
    #expect(mask.masked("key: MIIEvQIBADANBg\\nkqhkiG9w0BAQEF!").contains("MIIE") == false)
  }

  @Test func hidesASecretThatTheEndCutsInHalf() {
    let mask = SecretMask([Self.secret])
    #expect(mask.masked("body: s3cr+t", isCut: true) == "body: ***")
    #expect(mask.masked(#"body: s3cr+t/\u00"#, isCut: true) == "body: ***")
    #expect(mask.masked("body: s3cr%2", isCut: true) == "body: ***")
    #expect(mask.masked("body: s3cr+t", isCut: false) == "body: s3cr+t")
  }

  @Test func hidesAllThatFollowsTheBeginningOfAVeryLongSecret() {
    let long = (0..<40_000).map { String($0) }.joined()
    let mask = SecretMask([long])
    #expect(mask.masked("<" + long + ">") == "<***")
    let encoded = Data(long.utf8).base64EncodedString()
    #expect(mask.masked("<" + encoded + ">") == "<***")
  }

  @Test func keepsInvalidEscapesAndOtherText() {
    let mask = SecretMask([Self.secret])
    for text in [
      "%", "%2", "%zz", "\\", "\\u12", "\\ud800", "&", "&#", "&#x;", "&amp", "s3cr+t/ü", "100%", "ü\u{1F600}",
    ] {
      #expect(mask.masked(text) == text)
    }
  }

  @Test func findsASecretBeyondTheBasicPlane() {
    let mask = SecretMask(["k\u{1F511}ey"])
    #expect(mask.masked(#"k\ud83d\udd11ey k\uD83D\uDD11ey k%F0%9F%94%91ey k&#128273;ey"#) == "*** *** *** ***")
  }

  @Test func stillFindsWithTenThousandSecrets() {
    var mask = SecretMask()
    for number in 0..<10_000 { mask.insert("token-\(number)-secret") }
    #expect(mask.masked("a token-9999-secret b token-10000-secret") == "a *** b token-10000-secret")
  }
}
