/// The port of an operator's own input, where its inner streams' ports count up from 0.
enum OuterPort {
  static let number = -1
}

/// Ports of inner streams that are numbered on and on: a port has no room for more than these bits of the number, and a
/// stream that runs for weeks comes to its end.
enum InnerPort {
  static let mask = 0x3FFF_FFFF

  /// The number whose port that is, of those from `first` on.
  static func number(of port: Int, notBefore first: Int) -> Int { first + ((port - first) & mask) }
}
