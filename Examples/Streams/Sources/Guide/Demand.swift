import Streams

/// Takes two values, then thinks for a second before it asks for the next two.
///
/// `@unchecked Sendable`: subscribed on `queue`, and so called there alone.
final class TwoAtATime: Subscriber, @unchecked Sendable {
  private let queue: SerialQueue
  private var subscription: (any Subscription)?
  private var count = 0

  init(on queue: SerialQueue) { self.queue = queue }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.max(2))
  }

  func receive(_ value: Int) {
    print("\(queue.scheduler.now): \(value)")
    count += 1
    if count % 2 == 0 {
      queue.async(after: .seconds(1)) { self.subscription?.request(.max(2)) }
    }
  }

  func receive(completion: Completion) { print("\(queue.scheduler.now): \(completion)") }
}

func demand() {
  let scheduler = VirtualScheduler()
  let queue = scheduler.makeQueue(label: "consumer")
  sequence(1...5).subscribe(TwoAtATime(on: queue), on: queue)
  scheduler.run()
}
