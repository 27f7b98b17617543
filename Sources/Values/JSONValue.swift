/// A JSON value (RFC 8259) that keeps what it was parsed from: the order of an object's keys and every digit of a number.
///
/// Equality is that of jq: numbers by their exact value (`1.0 == 1`), objects whatever the order of their keys.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}
