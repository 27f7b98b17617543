import Streams

/// Runs `stream` to its end on virtual time and prints what comes out of it, and when.
func show<Output>(_ stream: some Publisher<Output>, on scheduler: VirtualScheduler = VirtualScheduler()) {
  let token = stream.sink(
    on: scheduler.makeQueue(label: "example"),
    receiveCompletion: { print("\(scheduler.now): \($0)") },
    receiveValue: { print("\(scheduler.now): \($0)") })
  scheduler.run()
  token.cancel()
}
