import Diagnostics
import Expressions
import Values

/// Credentials that stand in the file as they are: in a header, a query, a URL, or as the default of a secret input.
///
/// What is told hides them, since it may end up in the log of a build.
enum OpenSecretRule: CheckRule {
  static let needsWholeFile = false

  static func check(_ file: CheckedFile) {
    var search = Search(file: file)
    for input in file.inputs where input.isSecret {
      guard let value = input.defaultValue, let range = input.defaultRange, isSecret(value) else { continue }
      search.found.append(Found(finding: .openDefault(input), source: input.source, place: range, value: range))
    }
    for client in file.clients {
      client.baseURL.map { search.look(atURL: $0, in: client.source) }
      search.look(at: client.headers, "header", in: client.source)
      search.look(at: client.query, "query parameter", in: client.source)
      client.auth.map { search.look(at: $0, in: client.source) }
    }
    file.forEachStep { step in
      if let run = step.operation as? RunStep {
        search.look(at: run.inputs, "input", in: file.context.source)
      }
      guard let fetch = step.operation as? FetchStep else { return }
      let source = file.context.source
      search.look(atURL: fetch.url, in: source)
      search.look(at: fetch.headers, "header", in: source)
      search.look(at: fetch.query, "query parameter", in: source)
      if case .some(let auth)? = fetch.auth { search.look(at: auth, in: source) }
    }
    search.report()
  }

  fileprivate struct Found {
    let finding: Finding
    let source: SourceText
    let place: SourceRange
    /// What must not be shown.
    let value: SourceRange
  }

  private struct Search {
    let file: CheckedFile
    var found: [Found] = []

    mutating func look(at fields: [NamedTemplate], _ what: String, in source: SourceText) {
      for field in fields where namesSecret(field.name) {
        guard let value = field.value.literal, isSecret(value) else { continue }
        found.append(
          Found(
            finding: .openField(what, field.name, instead: secretInput), source: source,
            place: field.range, value: field.valueRange))
      }
    }

    mutating func look(at auth: Auth, in source: SourceText) {
      let (what, template): (String, TextTemplate) =
        switch auth {
        case .bearer(let token): ("bearer token", token)
        case .basic(_, let password): ("password", password)
        case .basicPair(let pair): ("password", pair)
        }
      guard let text = template.literal, isSecret(.string(text.drop(through: auth.isPair ? ":" : nil))) else { return }
      found.append(
        Found(
          finding: .openCredential(what, instead: secretInput), source: source, place: template.range,
          value: template.range))
    }

    mutating func look(atURL url: TextTemplate, in source: SourceText) {
      for (place, part) in url.parts.enumerated() {
        guard case .literal(let text) = part else { continue }
        if place == 0, let password = passwordInURL(text), isSecret(.string(password)) {
          found.append(
            Found(
              finding: .openPassword, source: source, place: url.range, value: self.range(of: password, in: url, source)
            ))
        }
        for (name, value, isWhole) in queryFields(of: text) where namesSecret(name) {
          guard isWhole || place == url.parts.count - 1, isSecret(.string(value)) else { continue }
          found.append(
            Found(
              finding: .openField("query parameter", name, instead: secretInput), source: source, place: url.range,
              value: self.range(of: value, in: url, source)))
        }
      }
    }

    /// What a hint may tell of instead.
    private var secretInput: String? {
      let names = file.inputs.filter(\.isSecret).map(\.name)
      return names.count > 1 ? "NAME" : names.first
    }

    /// Where a part of a URL stands; the whole of it where it is written in another way.
    private func range(of part: String, in url: TextTemplate, _ source: SourceText) -> SourceRange {
      let text = source.text(in: url.range)
      guard let range = text.firstRange(of: part) else { return url.range }
      let start = url.range.start.offset + text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      return source.range(ofOffsets: start..<start + part.utf8.count)
    }

    /// Each place once, though aliases may lead to it several times.
    func report() {
      for (_, found) in Dictionary(grouping: found, by: { ObjectIdentifier($0.source) }) {
        guard let source = found.first?.source.masking(found.map(\.value)) else { continue }
        var told: Set<SourceRange> = []
        for found in found where told.insert(found.place).inserted {
          file.report(found.finding, in: source, at: found.place)
        }
      }
    }
  }
}

// MARK: - What is a secret

/// Whether something of this name is a credential.
private func namesSecret(_ name: String) -> Bool {
  let word = name.lowercased().filter { $0.isLetter || $0.isNumber }
  // A place in a list, not a credential.
  if ["page", "next", "continu", "cursor", "sync"].contains(where: { word.contains($0) }) { return false }
  return ["authorization", "apikey", "token", "password", "passwd", "secret", "accesskey", "secretkey", "privatekey"]
    .contains { word.hasSuffix($0) }
}

/// Whether a literal is more than a stand-in for what is given at run time.
private func isSecret(_ value: JSONValue) -> Bool {
  switch value {
  case .null, .bool: return false
  case .array(let elements): return elements.contains { isSecret($0) }
  case .object(let object): return object.values.contains { isSecret($0) }
  case .number: return true
  case .string(let text): return !isPlaceholder(text)
  }
}

private func isPlaceholder(_ text: String) -> Bool {
  // `S3CRET` is no less of a stand-in.
  let digits: [Character: Character] = ["0": "o", "1": "i", "3": "e", "4": "a", "5": "s"]
  let plain = String(text.lowercased().map { digits[$0] ?? $0 })
  var words = plain.split { !($0.isLetter || $0.isNumber) }.map(String.init)
  if let scheme = words.first, ["bearer", "basic", "token", "digest", "apikey"].contains(scheme) {
    words.removeFirst()
  }
  if words.isEmpty || text.contains("<") || text.contains("...") || text.contains("…") { return true }
  if Set(words.joined()).count <= 1 { return true }
  let known: Set<String> = [
    "changeme", "change", "demo", "dev", "dummy", "example", "fake", "fixme", "foo", "bar", "insert", "invalid",
    "local",
    "localhost", "mock", "my", "none", "null", "password", "placeholder", "replace", "sample", "secret", "stub", "test",
    "testing", "todo", "token", "unset", "unused", "user", "your",
  ]
  return words.contains { known.contains($0) || $0.hasPrefix("xxx") }
}

/// The password of `https://user:password@host`.
private func passwordInURL(_ text: String) -> String? {
  guard let scheme = text.firstRange(of: "://") else { return nil }
  let authority = text[scheme.upperBound...].prefix { !"/?#".contains($0) }
  guard let end = authority.lastIndex(of: "@"), let colon = authority[..<end].firstIndex(of: ":") else { return nil }
  let password = authority[authority.index(after: colon)..<end]
  return password.isEmpty ? nil : String(password)
}

/// `name=value` behind `?` and `&`, and whether the value ends within the text.
private func queryFields(of text: String) -> [(name: String, value: String, isWhole: Bool)] {
  guard let start = text.firstIndex(where: { "?&".contains($0) }) else { return [] }
  let query = text[text.index(after: start)...].prefix { $0 != "#" }
  let fields = query.split(separator: "&", omittingEmptySubsequences: false)
  return fields.enumerated().compactMap { place, field in
    let sides = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, !sides[1].isEmpty else { return nil }
    return (String(sides[0]), String(sides[1]), place < fields.count - 1)
  }
}

extension TextTemplate {
  /// The text where the file gives it, also as `'${ "text" }'`.
  fileprivate var literal: String? {
    constant ?? single?.expression.constantParts.first { $0.role == .whole }?.value?.stringValue
  }
}

extension Auth {
  fileprivate var isPair: Bool {
    if case .basicPair = self { true } else { false }
  }
}

extension String {
  /// What stands behind the first such character, where it is one.
  fileprivate func drop(through mark: Character?) -> String {
    guard let mark, let place = firstIndex(of: mark) else { return self }
    return String(self[index(after: place)...])
  }
}

extension ValueTemplate {
  /// The value where the file gives it, also as `'${ "text" }'`.
  fileprivate var literal: JSONValue? {
    switch self {
    case .constant(let value): value
    case .text(let template):
      template.single?.expression.constantParts.first { $0.role == .whole }?.value
    case .array(let elements): .array(elements.compactMap(\.literal))
    case .object: nil
    }
  }
}

extension SourceText {
  /// The text with stars for what stands at some places: as many bytes and characters as before, so that all places hold.
  fileprivate func masking(_ places: [SourceRange]) -> SourceText {
    var bytes = bytes
    for place in places {
      let range = (place.start.offset..<max(place.start.offset, place.end.offset)).clamped(to: 0..<bytes.count)
      var offset = range.lowerBound
      while offset < range.upperBound {
        let isKept = bytes[offset] <= UInt8(ascii: " ") || "'\"{}[]:,$".utf8.contains(bytes[offset])
        let end = bytes[offset..<range.upperBound].dropFirst().firstIndex { $0 & 0xC0 != 0x80 } ?? range.upperBound
        // One star for each length in UTF-8.
        let star = ["*", "·", "•", "🞄"].first { $0.utf8.count == end - offset } ?? "*"
        if !isKept, star.utf8.count == end - offset { bytes.replaceSubrange(offset..<end, with: star.utf8) }
        offset = end
      }
    }
    return SourceText(name: name, bytes: bytes)
  }
}

extension Finding {
  fileprivate static func openField(_ what: String, _ name: String, instead input: String?) -> Finding {
    Finding(
      "the \(what) '\(name)' holds a secret in the open", reason: "whoever reads the file has it",
      hint: input.map { "take it from a secret input: ${ $inputs.\($0) }" }
        ?? "declare an input, token: { secret: true, env: API_TOKEN }, and write ${ $inputs.token } here",
      severity: .warning)
  }

  fileprivate static func openCredential(_ what: String, instead input: String?) -> Finding {
    Finding(
      "the \(what) of 'auth' is in the open", reason: "whoever reads the file has it",
      hint: input.map { "take it from a secret input: ${ $inputs.\($0) }" }
        ?? "declare an input, token: { secret: true, env: API_TOKEN }, and write ${ $inputs.token } here",
      severity: .warning)
  }

  fileprivate static let openPassword = Finding(
    "the URL holds a password in the open", reason: "whoever reads the file has it",
    hint: "take it from a secret input: declare one with { secret: true, env: NAME }", severity: .warning)

  fileprivate static func openDefault(_ input: InputDeclaration) -> Finding {
    let way =
      input.environment.map { "from the variable \($0)" }
      ?? "with --secret \(input.name), or from a variable: env: NAME"
    return Finding(
      "the default of the secret input '\(input.name)' is in the open", reason: "whoever reads the file has it",
      hint: "take the default out and give the value \(way)", severity: .warning)
  }
}
