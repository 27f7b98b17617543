import Dispatch
import PipelineRuntime
import RunEvents

/// Cancels a run from another thread.
final class Canceller: Sendable {
  private let isDone = DispatchSemaphore(value: 0)

  func cancelSoon(_ run: PipelineRun) {
    let isDone = isDone
    DispatchQueue.global().async {
      run.cancel(.signal(15))
      isDone.signal()
    }
  }

  func wait() { isDone.wait() }
}
