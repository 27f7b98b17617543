/// Where reading differs from the public suite, by name and with the reason. The list is exact: an entry that agrees fails the test.
enum SuiteDeviations {
  struct Group {
    var reason: String
    var cases: [String]
  }

  static let all = ours + refusedByLibyaml + acceptedByLibyaml + readOtherwiseByLibyaml

  private static let ours = [
    Group(
      reason: "a file holds one document",
      cases: [
        "35KP", "5TYM", "6WLZ", "6XDY", "6ZKB", "9DXL", "9KAX", "9WXW", "JHB9", "KSS4", "L383", "PUW8", "RZT7", "U9NS",
      ]),
    Group(
      reason: "a key is a scalar",
      cases: [
        "4FJ6", "6BFJ", "6PBE", "9MMW", "KK5P", "LX3P", "M2N8/1", "M5DY", "Q9WF", "RZP5", "SBG9", "V9D5", "X38W",
        "XW4D",
      ]),
    Group(
      reason: "only the tags of the core schema are known",
      cases: [
        "2XXW", "565N", "6CK3", "7FWL", "C4HZ", "CC74", "CUP7", "J7PZ", "M5C3", "P76L", "UGM3", "Z67P", "Z9M4",
      ]),
  ]

  private static let refusedByLibyaml = [
    Group(
      reason: "libyaml knows no key that is left out before ': '",
      cases: ["2JQS", "6M2F", "CFD4", "FRK4", "M2N8/0", "NHX8", "NKF9", "S3PD", "SM9W/1", "UKK6/0"]),
    Group(
      reason: "libyaml wants the ':' of a flow mapping's key on the key's line",
      cases: ["4MUZ/0", "4MUZ/1", "4MUZ/2", "5MUD", "9SA2", "K3WX", "NJ66", "UT92", "VJP3/1"]),
    Group(
      reason: "libyaml begins no plain text with ':' inside brackets, and ends none there with ':'",
      cases: ["4ABK", "58MP", "5T43", "DBG4", "HM87/0"]),
    Group(
      reason: "libyaml refuses tabs where YAML 1.2 takes them for blanks",
      cases: [
        "6BCT", "6CA3", "96NN/0", "96NN/1", "A2M4", "DK95/0", "DK95/3", "DK95/4", "Q5MG", "R4YG", "Y79Y/1", "Y79Y/10",
      ]),
    Group(reason: "libyaml refuses directives other than %YAML and %TAG", cases: ["2LFX", "6LVF", "MUS6/5", "MUS6/6"]),
    Group(reason: "libyaml knows no YAML 1.3", cases: ["BEC7"]),
    Group(reason: "libyaml takes '%' at the start of a line of a block for a directive", cases: ["W4TN"]),
    Group(
      reason: "libyaml's names of anchors are ASCII letters, digits, '-' and '_'", cases: ["2SXE", "8XYN", "W5VH"]),
    Group(reason: "libyaml wants '---' after '...', which is a second document besides", cases: ["7Z25", "M7A3"]),
    Group(reason: "libyaml takes '...' before any document for a value", cases: ["HWV9", "QT73"]),
    Group(reason: "libyaml wants the lines of a block at the top indented", cases: ["DK3J", "FP8R"]),
  ]

  private static let acceptedByLibyaml = [
    Group(
      reason: "libyaml does not check how deep the lines of brackets and quotes are",
      cases: ["9C9N", "DK95/1", "QB6E", "Y79Y/3"]),
    Group(reason: "libyaml needs no blank before the '#' of a comment", cases: ["9JBA", "CVW2", "SU5Z", "X4QW"]),
    Group(reason: "libyaml takes a lone '-' inside brackets for text", cases: ["G5U8", "YJV2"]),
    Group(reason: "libyaml does not check the depth of empty lines before a block's text", cases: ["S98Z"]),
    Group(reason: "libyaml takes '1.1#' for a version and a comment", cases: ["MUS6/0"]),
  ]

  private static let readOtherwiseByLibyaml = [
    Group(
      reason: "libyaml takes '?' inside brackets for the sign of a key, blank behind it or not",
      cases: ["652Z", "HM87/1"]),
    Group(reason: "libyaml drops blanks that end the text in a block", cases: ["JEF9/2", "L24T/1"]),
    Group(reason: "libyaml ends the name of an anchor at ':'", cases: ["Y2GN"]),
  ]
}
