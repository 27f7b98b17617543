import CCurl

/// The one owner of a libcurl multi handle: all transfers and connections of a loop. Used on the loop's thread only.
struct MultiHandle: ~Copyable {
  let raw: UnsafeMutableRawPointer

  /// `nil` if there is no memory for it.
  init?() {
    guard libraryIsReady, let raw = curl_multi_init() else { return nil }
    self.raw = raw
  }

  deinit {
    curl_multi_cleanup(raw)
  }

  /// Can wake `wait` from any thread. To be forgotten before the handle is.
  var waker: MultiWaker { MultiWaker(raw: raw) }

  /// How many connections may be kept, those in use included.
  func keepConnections(_ count: Int) {
    _ = pl_multi_set_long(raw, CURLMOPT_MAXCONNECTS, count)
  }

  func add(_ easy: borrowing EasyHandle) -> Bool {
    curl_multi_add_handle(raw, easy.raw) == CURLM_OK
  }

  /// Ends the transfer of the handle, if it has not ended; its connection is then closed.
  func remove(_ easy: borrowing EasyHandle) {
    let status = curl_multi_remove_handle(raw, easy.raw)
    precondition(status == CURLM_OK, "a transfer was removed from inside a callback")
  }

  /// Moves all transfers as far as they get without waiting.
  func perform() {
    var running: Int32 = 0
    _ = curl_multi_perform(raw, &running)
  }

  /// The next transfer that has ended: what its handle was given as its owner, and how it ended.
  func nextEnded() -> (owner: Exchange, code: CURLcode)? {
    var left: Int32 = 0
    while let message = curl_multi_info_read(raw, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      var owner: UnsafeMutableRawPointer?
      _ = pl_easy_get_pointer(easy, CURLINFO_PRIVATE, &owner)
      return (Exchange.from(owner), message.pointee.data.result)
    }
    return nil
  }

  /// Waits until a connection is ready, libcurl has something to do, `waker` is used or the time is over.
  func wait(milliseconds: Int32) {
    _ = curl_multi_poll(raw, nil, 0, milliseconds, nil)
  }
}

/// Wakes the thread that waits in a multi handle.
///
/// `@unchecked Sendable`: `curl_multi_wakeup` is the one call that libcurl allows from any thread at any time. The handle
/// outlives every use, because `Inbox` gives up its waker, under the lock under which it wakes, before the handle is freed.
struct MultiWaker: @unchecked Sendable {
  fileprivate let raw: UnsafeMutableRawPointer

  func wake() {
    _ = curl_multi_wakeup(raw)
  }
}

/// Whether libcurl has set itself up, which happens once in a process, at the first look.
private let libraryIsReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
