package import Values
package import YAML

/// One parameter of an operator, with the type of what is read for it.
package struct Parameter<Value: Sendable>: AnyParameter {
  package let name: String
  package let type: ParameterType<Value>
  package let summary: String
  package let isRequired: Bool

  package init(_ name: String, _ type: ParameterType<Value>, _ summary: String, required: Bool = false) {
    self.name = name
    self.type = type
    self.summary = summary
    self.isRequired = required
  }

  package var expectation: String { type.expectation }
  package var schema: JSONValue { type.schema }

  package func read(_ node: YAMLNode, in site: ParseSite) -> (any Sendable)? { type.read(node, site) }
}

/// A parameter whatever its type, as the generic reader, the schema and the reference see it.
package protocol AnyParameter: DescribedKey {
  /// What it wants, in a few words: `a whole number from 0`.
  var expectation: String { get }

  /// The value, or `nil` where a mistake was diagnosed.
  func read(_ node: YAMLNode, in site: ParseSite) -> (any Sendable)?
}

/// How a value is written in the file: read from YAML, described by JSON Schema. Each is a static member in a file of
/// its own kind (`ParameterType+Scalars.swift`, …).
package struct ParameterType<Value: Sendable>: Sendable {
  package let expectation: String
  package let schema: JSONValue
  package let read: @Sendable (YAMLNode, ParseSite) -> Value?

  package init(
    _ expectation: String, schema: JSONValue, read: @escaping @Sendable (YAMLNode, ParseSite) -> Value?
  ) {
    self.expectation = expectation
    self.schema = schema
    self.read = read
  }
}

/// What was found for one use of an operator.
package struct Arguments {
  private let values: [String: any Sendable]
  /// The range of the step's key, for mistakes that concern the whole step.
  package let step: YAMLNode
  package let site: ParseSite

  init(_ values: [String: any Sendable], step: YAMLNode, site: ParseSite) {
    self.values = values
    self.step = step
    self.site = site
  }

  package subscript<Value>(_ parameter: Parameter<Value>) -> Value? { values[parameter.name] as? Value }
}

extension Arguments {
  /// Reports a mistake that concerns the step as a whole, at its operator's key.
  func report(_ finding: Finding) { site.report(finding, at: step) }

  /// Reports a mistake that concerns what was given for one parameter.
  func report(_ finding: Finding, at parameter: some AnyParameter) {
    site.file.report(finding, at: site.stepParts.places[parameter.name] ?? step.range)
  }
}
