import Files
import PipelineRuntime
import Values

extension GivenInputs {
  /// What `--input` and its kin give, and the environment.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.init()
    environment = { Files.environment($0) }
    for word in arguments.values("input") {
      let (name, value) = try Self.pair(word, "--input")
      texts.append(.init(name: name, value: value))
    }
    for word in arguments.values("secret") {
      if word.contains("=") {
        let (name, value) = try Self.pair(word, "--secret", isSecret: true)
        texts.append(.init(name: name, value: value, isSecret: true))
      } else if let value = Files.environment(word) {
        texts.append(.init(name: word, value: value, isSecret: true))
      } else {
        throw UsageError(
          "--secret \(word) has no value", hint: "write --secret \(word)=VALUE, or set the variable \(word)")
      }
    }
    for word in arguments.values("input-json") {
      let (name, text) = try Self.pair(word, "--input-json")
      do {
        values.append((name, try JSONValue(parsing: text)))
      } catch {
        throw UsageError(
          "--input-json \(name) is no JSON: \(error)", hint: "a string needs its quotes: \(name)='\"text\"'")
      }
    }
    for path in arguments.values("inputs-file") {
      do {
        guard case .object(let object) = try JSONValue(parsing: try FileSystem.read(path)) else {
          throw UsageError("the inputs file '\(path)' holds no object")
        }
        for (name, value) in object { file[name] = value }
      } catch let error as UsageError {
        throw error
      } catch let error as FileError {
        throw UsageError("cannot read the inputs file '\(path)': \(error.reason)")
      } catch {
        throw UsageError("the inputs file '\(path)' is no JSON: \(error)")
      }
    }
  }

  private static func pair(
    _ word: String, _ option: String, isSecret: Bool = false
  ) throws(UsageError) -> (name: String, value: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw UsageError("\(option) takes NAME=VALUE", hint: isSecret ? nil : "'\(word)' was given")
    }
    return (String(parts[0]), String(parts[1]))
  }
}
