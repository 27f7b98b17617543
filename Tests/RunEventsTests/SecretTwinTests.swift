import RunEvents
import Testing
import Values

@Suite("SecretMask: twins")
struct SecretTwinTests {
  @Test(arguments: [
    ("s3cr+t/ü\"x", "h4db+u/ý\"y"), ("0123456789", "0234567891"), ("deadBEEF-zZ", "efbeCFFA-gG"), ("/+-", "0,."),
  ])
  func keepKindAndLength(secret: String, twin: String) {
    let mask = SecretMask([secret])
    let own = mask.twin(of: "a \(secret) b")
    #expect(own != nil && own != "a \(secret) b")
    #expect(own?.utf8.count == "a \(secret) b".utf8.count)
    #expect(own?.hasPrefix("a ") == true && own?.hasSuffix(" b") == true)
    #expect(own == SecretMask([secret, "other"]).twin(of: "a \(secret) b"))
  }

  @Test func areNoneWhereThereIsNoSecret() {
    let mask = SecretMask(["sesame"])
    #expect(mask.twin(of: "open") == nil)
    #expect(mask.twin(of: JSONValue.array([.string("open"), .bool(true)])) == nil)
    #expect(SecretMask().twin(of: JSONValue.string("sesame")) == nil)
  }

  @Test func goThroughKeysAndNumbers() throws {
    let mask = SecretMask(["sesame", "123456"])
    let value = try JSONValue(parsing: #"{"sesame":[1234567,{"a":"sesame!"}],"b":true}"#)
    let twin = try #require(mask.twin(of: value)?.text())
    #expect(!twin.contains("sesame") && !twin.contains("123456") && twin.hasSuffix(#""b":true}"#))
  }

  @Test(arguments: [
    (#""Bearer abc.def""#, #""Bearer xyz.uvw""#, ["abc.def"]),
    (#""same""#, #""same""#, []),
    (#"[1,"aaaa","bbbb"]"#, #"[1,"aaaa","cccc"]"#, ["bbbb"]),
    (#"[1,"aaaa","bbbb"]"#, #"["aaaa"]"#, ["aaaa", "bbbb"]),
    (#"{"k1":"a","k2":"b"}"#, #"{"k1":"a","k3":"b"}"#, ["k2", "b"]),
    ("123456", "123457", ["123456"]),
    ("1234", "1235", []),
    ("true", "false", []),
    (#""x=abcd;y""#, "null", ["x=abcd;y"]),
  ])
  func differInWhatIsMadeOfSecrets(value: String, twin: String, parts: [String]) throws {
    let found = try JSONValue(parsing: value).differences(from: try JSONValue(parsing: twin))
    #expect(found.map(\.partText) == parts)
  }

  @Test(arguments: [
    (#"jq: string ("s3cr+t/...) cannot"#, #"jq: string ("*** cannot"#),
    ("the value was {\"a\":\"s3cr+t…", "the value was {\"a\":\"***…"),
    ("s3cr%2Bt...", "***..."), ("s3cr+t%2...", "***..."), ("s3cr+t/\u{FFFD}...", "***..."),
    ("czNjcit0...", "***..."), ("s3... and", "s3... and"),
  ])
  func noBeginningIsShownInFrontOfDots(text: String, masked: String) {
    let own = SecretMask(["s3cr+t/ü\"x"]).masked(text)
    #expect(!own.contains("s3cr") && !own.contains("czNj"), "\(own)")
    #expect(own.contains("***") == masked.contains("***"), "\(own)")
  }
}
