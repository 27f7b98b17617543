import CJQ
import Values

/// One compiled program in libjq.
///
/// `@unchecked Sendable`: libjq's counts are not atomic, so one thread at a time uses an interpreter: the pool of
/// `LibraryProgram` lends each to one caller only. The exception is `halt`, which sets a mark that libjq reads, and is
/// called by `EvaluationWatch` only while an evaluation is under way. Tested under concurrency in `ExpressionProgramTests`.
final class LibraryInterpreter: @unchecked Sendable {
  private let jq: OpaquePointer
  /// Set when libjq left the interpreter in a state in which it may neither be used nor freed.
  private(set) var isBroken = false
  private var ownThread: LargeStackThread?

  /// Compiles, which takes 15 ms in libjq 1.6.
  ///
  /// - Throws: libjq's messages.
  init(_ source: String) throws(CompileFailure) {
    guard let jq = jq_init() else { throw CompileFailure(messages: ["libjq could not be started"]) }
    let messages = MessageList()
    let isCompiled = withExtendedLifetime(messages) {
      jq_set_error_cb(jq, collectMessage, Unmanaged.passUnretained(messages).toOpaque())
      let isCompiled = jq_compile(jq, source) != 0
      jq_set_error_cb(jq, dropMessage, nil)
      jq_set_debug_cb(jq, dropMessage, nil)
      return isCompiled
    }
    guard isCompiled else {
      var handle: OpaquePointer? = jq
      jq_teardown(&handle)
      throw CompileFailure(messages: messages.texts)
    }
    self.jq = jq
  }

  deinit {
    guard !isBroken else { return }
    var handle: OpaquePointer? = jq
    jq_teardown(&handle)
  }

  struct CompileFailure: Error {
    var messages: [String]
  }

  /// A thread for evaluations that need a large stack or may have to be given up; made when first asked for.
  func thread() -> LargeStackThread? {
    if ownThread == nil { ownThread = LargeStackThread() }
    return ownThread
  }

  func halt() { jq_halt(jq, jv_invalid(), jv_invalid()) }

  /// All outputs for one input, which is consumed.
  func run(_ input: jv, _ values: LibraryValues, _ limits: EvaluationLimits) throws(ExpressionError) -> [JSONValue] {
    jq_start(jq, input, 0)
    let watch = EvaluationWatch.shared.begin(self, limits)
    var outputs: [JSONValue] = []
    var failure: ExpressionError?
    while true {
      var output = jv_invalid()
      guard pl_jq_next(jq, &output) != 0 else {
        isBroken = true
        failure = ExpressionError(.limit, "the expression needs more memory than there is")
        break
      }
      guard jv_get_kind(output) != JV_KIND_INVALID else {
        if jv_invalid_has_msg(jv_copy(output)) != 0 {
          failure = Self.error(consuming: jv_invalid_get_msg(output))
        } else {
          jv_free(output)
        }
        break
      }
      do throws(ExpressionError) {
        outputs.append(try values.value(consuming: output))
      } catch {
        failure = error
        break
      }
    }
    if let violation = EvaluationWatch.shared.end(watch) { throw violation }
    if let failure { throw failure }
    return outputs
  }

  private static func error(consuming message: jv) -> ExpressionError {
    let payload: JSONValue
    do {
      payload = LibraryMessages.quotingLess(try LibraryValues(keepsDigits: false).value(consuming: message))
    } catch {
      return error
    }
    return ExpressionError(.failed, payload.asText, payload: payload)
  }
}

private final class MessageList {
  var texts: [String] = []
}

// Formed here, outside of any actor, because libjq calls them on whichever thread compiles.

private func collectMessage(_ list: UnsafeMutableRawPointer?, _ message: jv) {
  let text = LibraryValues.text(consuming: jq_format_error(message))
  guard let list else { return }
  Unmanaged<MessageList>.fromOpaque(list).takeUnretainedValue().texts.append(text)
}

private func dropMessage(_: UnsafeMutableRawPointer?, _ message: jv) { jv_free(message) }
