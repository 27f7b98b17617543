import Diagnostics

/// The words of a command line, taken apart by a command's options.
///
/// `--name value`, `--name=value`, `-n value` and `-nvalue` are the same; flags of one letter may be joined (`-qv`); what
/// follows `--` is no option. The same option may come several times; where only one counts, the last does.
struct ParsedArguments: Sendable {
  private(set) var operands: [String] = []
  private var found: [(option: String, value: String)] = []

  init(_ words: some Collection<String>, options: [Option]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      }
      if word.hasPrefix("--") {
        try long(word.dropFirst(2), options, &rest)
      } else if word.hasPrefix("-"), word != "-" {
        try short(word.dropFirst(), options, &rest)
      } else {
        operands.append(word)
      }
    }
  }

  func has(_ long: String) -> Bool { found.contains { $0.option == long } }

  /// How often a flag was given: `-vv` is twice.
  func count(_ long: String) -> Int { found.filter { $0.option == long }.count }

  func values(_ long: String) -> [String] { found.filter { $0.option == long }.map(\.value) }

  func value(_ long: String) -> String? { values(long).last }

  /// The long name of whichever of these came last.
  func last(of names: [String]) -> String? { found.last { names.contains($0.option) }?.option }

  private mutating func long<Words: Collection<String>>(
    _ word: Substring, _ options: [Option], _ rest: inout Words
  ) throws(UsageError) where Words.SubSequence == Words {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = options.first(where: { $0.long == name }) else {
      let near = closestMatch(to: name, among: options.map(\.long))
      throw UsageError(
        "unknown option '--\(name)'", hint: near.map { "did you mean '--\($0)'?" } ?? "'--help' lists the options")
    }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    try add(option, attached: attached, spelled: "--" + name, &rest)
  }

  private mutating func short<Words: Collection<String>>(
    _ word: Substring, _ options: [Option], _ rest: inout Words
  ) throws(UsageError) where Words.SubSequence == Words {
    var letters = word
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        throw UsageError("unknown option '-\(letter)'", hint: "'--help' lists the options")
      }
      if option.value != nil {
        let attached = letters.isEmpty ? nil : String(letters.first == "=" ? letters.dropFirst() : letters)
        try add(option, attached: attached, spelled: "-\(letter)", &rest)
        return
      }
      found.append((option.long, ""))
    }
  }

  private mutating func add<Words: Collection<String>>(
    _ option: Option, attached: String?, spelled: String, _ rest: inout Words
  ) throws(UsageError) where Words.SubSequence == Words {
    guard let value = option.value else {
      if attached != nil { throw UsageError("'\(spelled)' takes no value") }
      found.append((option.long, ""))
      return
    }
    if let attached {
      found.append((option.long, attached))
    } else if let next = rest.popFirst() {
      found.append((option.long, next))
    } else {
      throw UsageError("'\(spelled)' needs a value", hint: "\(spelled) \(value)")
    }
  }
}
