package import HTTP
package import Values

/// One thing that happened in a run. A run is the ordered list of these; every report is a fold over it.
package struct RunEvent: Sendable {
  /// From 0, without a gap.
  package var sequence: Int
  /// Since the run's start, on the monotonic clock.
  package var time: Duration
  package var kind: Kind

  package init(sequence: Int, time: Duration, kind: Kind) {
    self.sequence = sequence
    self.time = time
    self.kind = kind
  }

  package enum Kind: Sendable {
    /// First of all: what is about to run, nodes in declared order.
    case runStarted(RunDescription)
    case nodeStarted(node: Int)
    /// A step's request goes out; `attempt` counts from 1.
    case requestStarted(RequestDescription)
    case requestProgress(request: Int, TransferProgress)
    /// Any whole response, whatever its status.
    case requestFinished(request: Int, ResponseDescription)
    case requestFailed(request: Int, RunFailure)
    case requestCancelled(request: Int)
    /// An `expect` or `decode` that held.
    case checkPassed(node: Int, step: StepDescription)
    /// Another attempt follows after `delay`; `attempt` is the number of the one that failed.
    case retrying(node: Int, step: StepDescription, attempt: Int, delay: Duration, RunFailure)
    /// A failure that `catch`, `replaceError` or `retry` put right.
    case recovered(node: Int, step: StepDescription, RunFailure)
    /// A line of `log` or `sink`.
    case message(node: Int, MessageLevel, String)
    case nodeFinished(node: Int, NodeOutcome)
    /// One value of the output, in the output's order.
    case output(JSONValue)
    /// Last of all.
    case runFinished(RunOutcome)
  }
}

package enum MessageLevel: String, Sendable { case log, value, finished, failure }

package struct RunDescription: Sendable {
  package var id: String
  package var pipeline: String
  package var description: String?
  /// As the user wrote it.
  package var file: String
  /// Seconds since 1970-01-01T00:00:00Z.
  package var startedAt: Double
  /// In declared order; events name a node by its place here.
  package var nodes: [NodeDescription]

  package init(
    id: String, pipeline: String, description: String?, file: String, startedAt: Double, nodes: [NodeDescription]
  ) {
    self.id = id
    self.pipeline = pipeline
    self.description = description
    self.file = file
    self.startedAt = startedAt
    self.nodes = nodes
  }
}

package struct NodeDescription: Sendable {
  package var name: String
  package var description: String?
  package var place: SourcePlace
  /// The nodes it takes values from, by place in the run's list.
  package var inputs: [Int]

  package init(name: String, description: String?, place: SourcePlace, inputs: [Int]) {
    self.name = name
    self.description = description
    self.place = place
    self.inputs = inputs
  }
}

/// Where something stands, as `file:line:column`.
package struct SourcePlace: Sendable, Equatable {
  package var file: String
  package var line: Int
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

package struct StepDescription: Sendable, Equatable {
  /// The operator's name, for example `fetch`.
  package var operation: String
  /// The step's `name:`, or what it says of itself in a few words.
  package var label: String
  package var place: SourcePlace

  package init(operation: String, label: String, place: SourcePlace) {
    self.operation = operation
    self.label = label
    self.place = place
  }
}

package struct RequestDescription: Sendable {
  /// Unique in the run.
  package var id: Int
  package var node: Int
  package var step: StepDescription
  package var attempt: Int
  package var method: String
  package var url: String
  package var headers: [Header]
  /// The body's size in bytes, and its start where it is text.
  package var bodySize: Int
  package var bodyStart: String?
  /// The file that is streamed, if one is.
  package var uploadFile: String?

  package init(
    id: Int, node: Int, step: StepDescription, attempt: Int, method: String, url: String, headers: [Header],
    bodySize: Int,
    bodyStart: String?, uploadFile: String?
  ) {
    self.id = id
    self.node = node
    self.step = step
    self.attempt = attempt
    self.method = method
    self.url = url
    self.headers = headers
    self.bodySize = bodySize
    self.bodyStart = bodyStart
    self.uploadFile = uploadFile
  }
}

package struct ResponseDescription: Sendable {
  package var status: Int
  package var headers: [Header]
  package var bodySize: Int
  /// The body's start where it is text.
  package var bodyStart: String?
  package var timings: Timings

  package init(status: Int, headers: [Header], bodySize: Int, bodyStart: String?, timings: Timings) {
    self.status = status
    self.headers = headers
    self.bodySize = bodySize
    self.bodyStart = bodyStart
    self.timings = timings
  }
}

/// A failure as it is told: which kind, where it began, and what was on the wire.
package struct RunFailure: Error, Sendable {
  package enum Kind: String, Sendable {
    case transport, timeout, io, status, decode, expect, expression, custom, stall, cancelled
  }

  package var kind: Kind
  package var message: String
  /// The node in which it began.
  package var node: Int
  package var step: StepDescription?
  /// Longer text: the violations, the values of both sides; lines without a margin.
  package var details: [String]
  /// The request it belongs to, and what was answered.
  package var request: RequestDescription?
  package var response: ResponseDescription?

  package init(
    kind: Kind, message: String, node: Int, step: StepDescription? = nil, details: [String] = [],
    request: RequestDescription? = nil, response: ResponseDescription? = nil
  ) {
    self.kind = kind
    self.message = message
    self.node = node
    self.step = step
    self.details = details
    self.request = request
    self.response = response
  }

  /// Whether it is the fault of the way (exit 3) and not of what was found (exit 4).
  package var isTransportFault: Bool {
    switch kind {
    case .transport, .timeout, .io, .stall: true
    case .status, .decode, .expect, .expression, .custom, .cancelled: false
    }
  }
}

package enum NodeOutcome: Sendable {
  case succeeded(values: Int)
  case failed(RunFailure)
  /// It could not go on because another node failed; that node has the failure.
  case blocked(by: Int)
  /// Nobody needed it any more, or the run was cancelled.
  case cancelled
}

package enum RunOutcome: Sendable {
  case succeeded
  case failed
  /// By a signal (its number), a deadline or `--fail-fast`.
  case cancelled(reason: CancellationReason)
}

package enum CancellationReason: Sendable, Equatable {
  case signal(Int32)
  case deadline, failFast
}
