import Foundation

/// Whether `condition` comes true: for what threads of their own do in a moment, and nobody tells of. It gives up, with
/// false, only after far longer than that can take.
/// The pause only leaves the processor to those who work.
func eventually(_ condition: () -> Bool) -> Bool {
  let start = ContinuousClock.now
  while !condition() {
    if ContinuousClock.now - start > .seconds(30) { return false }
    usleep(200)
  }
  return true
}
