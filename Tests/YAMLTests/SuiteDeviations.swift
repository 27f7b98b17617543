/// Where reading differs from the public suite, by name and with the kind, which `docs/yaml.md` tells in the same words. The
/// list is exact: an entry that agrees fails the test.
enum SuiteDeviations {
  struct Group {
    var kind: String
    var cases: [String]
  }

  /// In the order of the documentation, each list below a line that ends with a colon.
  static let lists = [ours, refusedByLibyaml, acceptedByLibyaml, readOtherwiseByLibyaml]

  static let all = ours + refusedByLibyaml + acceptedByLibyaml + readOtherwiseByLibyaml

  static let ours = [
    Group(
      kind: "a file holds one document",
      cases: [
        "35KP", "5TYM", "6WLZ", "6XDY", "6ZKB", "9DXL", "9KAX", "9WXW", "JHB9", "KSS4", "L383", "PUW8", "RZT7", "U9NS",
      ]),
    Group(
      kind: "a key is a scalar: no mapping or list as a key",
      cases: [
        "4FJ6", "6BFJ", "6PBE", "9MMW", "KK5P", "LX3P", "M2N8/1", "M5DY", "Q9WF", "RZP5", "SBG9", "V9D5", "X38W",
        "XW4D",
      ]),
    Group(
      kind: "only the tags of the core schema are known",
      cases: [
        "2XXW", "565N", "6CK3", "7FWL", "C4HZ", "CC74", "CUP7", "J7PZ", "M5C3", "P76L", "UGM3", "Z67P", "Z9M4",
      ]),
  ]

  private static let refusedByLibyaml = [
    Group(
      kind: "a key that is left out before `: `",
      cases: ["2JQS", "6M2F", "CFD4", "FRK4", "M2N8/0", "NHX8", "NKF9", "S3PD", "SM9W/1", "UKK6/0"]),
    Group(
      kind: "between brackets or braces, the `:` of a key on another line than the key",
      cases: ["4MUZ/0", "4MUZ/1", "4MUZ/2", "5MUD", "9SA2", "K3WX", "NJ66", "UT92", "VJP3/1"]),
    Group(
      kind: "between brackets or braces, plain text that begins or ends with `:`",
      cases: ["4ABK", "58MP", "5T43", "DBG4", "HM87/0"]),
    Group(
      kind: "tabs as blanks at the start of a line and behind `-`, `?` and `:` (a tab never indents)",
      cases: [
        "6BCT", "6CA3", "96NN/0", "96NN/1", "A2M4", "DK95/0", "DK95/3", "DK95/4", "Q5MG", "R4YG", "Y79Y/1", "Y79Y/10",
      ]),
    Group(kind: "directives other than `%YAML` and `%TAG`", cases: ["2LFX", "6LVF", "MUS6/5", "MUS6/6"]),
    Group(kind: "`%YAML 1.3` and later", cases: ["BEC7"]),
    Group(kind: "a `%` at the start of a line of a block of text at the top", cases: ["W4TN"]),
    Group(
      kind: "names of anchors with anything but ASCII letters, digits, `-` and `_`", cases: ["2SXE", "8XYN", "W5VH"]),
    Group(kind: "anything behind the `...` that ends the document, but `---`", cases: ["7Z25", "M7A3"]),
    Group(kind: "a `...` before the document", cases: ["HWV9", "QT73"]),
    Group(kind: "a block of text at the top whose lines are not indented", cases: ["DK3J", "FP8R"]),
  ]

  private static let acceptedByLibyaml = [
    Group(
      kind: "lines of brackets and quotes that are not indented far enough",
      cases: ["9C9N", "DK95/1", "QB6E", "Y79Y/3"]),
    Group(
      kind: "a comment whose `#` stands right behind a value, a bracket, a comma or the `>` of a block",
      cases: ["9JBA", "CVW2", "SU5Z", "X4QW"]),
    Group(kind: "a lone `-` between brackets, which is taken for text", cases: ["G5U8", "YJV2"]),
    Group(kind: "empty lines before a block of text that are indented further than the text", cases: ["S98Z"]),
    Group(kind: "a comment right behind the version of `%YAML`", cases: ["MUS6/0"]),
  ]

  private static let readOtherwiseByLibyaml = [
    Group(
      kind: "a `?` between brackets or braces is the sign of a key, though no blank stands behind it",
      cases: ["652Z", "HM87/1"]),
    Group(
      kind: "blanks on the last line of a block of text, and nothing else there, are dropped",
      cases: ["JEF9/2", "L24T/1"]),
    Group(kind: "the name of an anchor ends at `:`", cases: ["Y2GN"]),
  ]
}
