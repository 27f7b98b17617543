/// The status of two runs together: a signal wins over all, then what kept a run from beginning, then transport over
/// checks.
package func worseExitStatus(_ first: Int32, _ second: Int32) -> Int32 {
  // All well, a check, transport, an invalid file, usage.
  let order: [Int32] = [0, 4, 3, 2, 1]
  let rank: (Int32) -> Int = { order.firstIndex(of: $0) ?? order.count }
  return rank(second) > rank(first) ? second : first
}
