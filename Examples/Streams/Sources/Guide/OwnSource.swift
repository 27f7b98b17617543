import Dispatch
import Streams

func ownSource() {
  let lines = PushSource<String> { feed in
    DispatchQueue.global().async {
      for line in ["first", "second"] {
        guard case .goOn = feed.send(line) else { break }
      }
      feed.finish()
    }
    return { print("nobody wants the rest") }
  }

  let done = DispatchSemaphore(value: 0)
  let token = lines.sink(
    on: DispatchScheduler().makeQueue(label: "lines"),
    receiveCompletion: { _ in done.signal() },
    receiveValue: { print($0) })
  done.wait()
  token.cancel()
}
