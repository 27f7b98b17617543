/// What a reporter wants told beyond the bare course of a run, so that nothing is made that nobody reads.
package struct EventDetail: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `requestProgress` events.
  package static let progress = EventDetail(rawValue: 1 << 0)
  /// The headers of requests and responses that went well; those of a failure are always told.
  package static let headers = EventDetail(rawValue: 1 << 1)
  /// The starts of the bodies of requests and responses that went well; those of a failure are always told.
  package static let bodies = EventDetail(rawValue: 1 << 2)
  /// Each request's start and end. A failure tells of its own request in any case.
  package static let requests = EventDetail(rawValue: 1 << 4)
  /// The first values of each node as they leave it, and how long each request waited for its client's place.
  package static let values = EventDetail(rawValue: 1 << 5)
  /// Calls of `tick(at:)`, some twelve times a second.
  package static let ticks = EventDetail(rawValue: 1 << 3)
}
