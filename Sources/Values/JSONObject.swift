/// An object that keeps the order in which its keys were first set.
package struct JSONObject: Sendable {
  package private(set) var keys: [String] = []
  private var values: [String: JSONValue] = [:]

  package init() {}
}
