import Dispatch
import Streams

func firstStream() {
  let done = DispatchSemaphore(value: 0)

  let scheduler = DispatchScheduler()
  let token = [1, 2, 3, 4].publisher
    .filter { $0 % 2 == 0 }
    .map { $0 * 10 }
    .sink(
      on: scheduler.makeQueue(label: "numbers"),
      receiveCompletion: { end in
        print(end)
        done.signal()
      },
      receiveValue: { print($0) })

  done.wait()
  token.cancel()
}
