extension SerialQueue {
  /// Runs `action` on this queue once `delay` has passed, come what may. A graph that has nothing else to wait for is still
  /// stuck: this is no work of its own. Callable from anywhere.
  public func async(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
    async { [self] in _ = timer(after: delay, kind: .guarding, action) }
  }
}
