import Values
import YAML

/// A GraphQL operation as a body: what is asked for, and the values that go with it.
package struct GraphQLOperation: Sendable {
  /// A text that is sent as it stands, or one template that gives all of it.
  package let query: TextTemplate
  package let variables: ValueTemplate?
  package let operationName: TextTemplate?
}

extension ParameterType where Value == GraphQLOperation {
  private static let query = Parameter(
    "query", .graphQLText, "the text of the operation, sent as it stands", required: true)
  private static let variables = Parameter(
    "variables", .graphQLVariables, "the values of the operation's $names; they may hold ${ … }")
  private static let operationName = Parameter(
    "operationName", .template(), "which operation of the text is meant, where it has several")
  private static let keys = MappingDeclaration("'graphql'", [query, variables, operationName])

  /// A query alone, or with what goes with it.
  package static let graphQL = ParameterType(
    "a GraphQL query, or { query, variables, operationName }", schema: either([query.schema, keys.schema])
  ) { node, site in
    guard case .mapping = node.content else {
      return query.type.read(node, site).map { GraphQLOperation(query: $0, variables: nil, operationName: nil) }
    }
    let fields = site.fields(of: node, keys)
    if fields[query.name] == nil, fields.isWhole {
      site.report(Finding("'query' is missing", reason: "it holds the text of the GraphQL operation"), at: node)
    }
    let values = (fields.read(query, at: site), fields.read(variables, at: site), fields.read(operationName, at: site))
    guard let text = values.0, fields.isWhole, fields[variables.name] == nil || values.1 != nil,
      fields[operationName.name] == nil || values.2 != nil
    else { return nil }
    return GraphQLOperation(query: text, variables: values.1, operationName: values.2)
  }
}

extension ParameterType where Value == TextTemplate {
  /// The text of a GraphQL operation. Values belong into its variables, where nothing has to be quoted: a template within the
  /// text is a mistake, one that is all of it brings the text from elsewhere.
  fileprivate static let graphQLText = ParameterType("the text of a GraphQL query", schema: ["type": "string"]) {
    node, site in
    guard case .scalar(let scalar) = node.content, case .string = scalar.kind else {
      site.report(.unexpectedValue(wanted: "the text of a GraphQL query", found: node), at: node)
      return nil
    }
    guard let template = site.template(node) else { return nil }
    if template.single != nil { return template }
    guard let text = template.constant else {
      for case .formula(let formula) in template.parts { site.file.report(.templateInQuery, at: formula.range) }
      return nil
    }
    guard text.contains("{") else {
      site.report(.noQuery(text), at: node)
      return nil
    }
    return template
  }
}

extension ParameterType where Value == ValueTemplate {
  fileprivate static let graphQLVariables = ParameterType(
    "a mapping of variables", schema: either([["type": "object"], .loneTemplate])
  ) { node, site in
    guard let value = site.value(node) else { return nil }
    switch value {
    case .object, .constant(.object): return value
    case .text(let template) where template.single != nil: return value
    case .constant, .text, .array:
      site.report(.unexpectedValue(wanted: "a mapping of variables", found: node), at: node)
      return nil
    }
  }
}

extension Finding {
  fileprivate static let templateInQuery = Finding(
    "a GraphQL query is sent as it stands", reason: "a value that is put into its text would have to be quoted",
    hint: "name it in the query, such as $id, and give it under 'variables'; '$${' stands for '${'")

  fileprivate static func noQuery(_ text: String) -> Finding {
    Finding(
      "this is no GraphQL query", reason: "a query names its fields in { }",
      hint: text.hasSuffix(".graphql") || text.hasSuffix(".gql")
        ? "to take it from the file: 'read: { file: \(text), format: text }', then 'graphql: ${ . }'" : nil)
  }

  static func unseenErrors(_ option: String) -> Finding {
    Finding(
      "\(option) beside 'graphql'",
      reason: "a response to GraphQL is read whole, since it tells its errors in its body",
      hint: "leave it out")
  }

  static func notPosted(_ method: String) -> Finding {
    Finding(
      "GraphQL is sent with POST", reason: "this is a \(method)", hint: "write 'post: URL' for the fetch")
  }
}
