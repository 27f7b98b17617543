#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// One object for each thread, made when the thread first asks for it, and let go of when the thread ends.
struct ThreadLocal<Value: AnyObject>: Sendable {
  private let key: pthread_key_t
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { (raw: UnsafeMutableRawPointer?) in
      // On Linux the pointer is optional, on Darwin it is not.
      if let raw { Unmanaged<AnyObject>.fromOpaque(raw).release() }
    }
    precondition(status == 0, "no thread-local storage left")
    self.key = key
  }

  var value: Value {
    if let raw = pthread_getspecific(key) { return Unmanaged<Value>.fromOpaque(raw).takeUnretainedValue() }
    let value = make()
    pthread_setspecific(key, Unmanaged.passRetained(value).toOpaque())
    return value
  }
}
