extension Publisher {
  /// Subscribes anew after a failure, at most `times` further times.
  ///
  /// Unspent credit goes to the new attempt; what was emitted before stays, so that values may come twice. The end is
  /// never tried again; the last failure is passed on. Failures in a row without a pause are a loop, however many.
  ///
  /// Of use only where everything above runs anew: a shared stream (`Multicast`) does not, and answers with the same
  /// failure at once. Put the retry above what is shared.
  public func retry(_ times: Int) -> AnyPublisher<Output> { retry(RetryPolicy(times: times)) }

  /// Subscribes anew after a failure, as `policy` says. A cancel during a pause ends it; credit that comes meanwhile goes to
  /// the next attempt.
  public func retry(_ policy: RetryPolicy) -> AnyPublisher<Output> {
    RetrySource(upstream: source, policy: policy).typed()
  }
}

private struct RetrySource: Source {
  let upstream: AnySource
  let policy: RetryPolicy

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let retry = RetrySubscription(
      upstream: upstream, policy: policy, downstream: edge, queue: home, context: context)
    edge.bind(retry, on: home, from: context)
    retry.current = upstream.connect(to: retry, on: home, in: context, from: context)
  }
}
