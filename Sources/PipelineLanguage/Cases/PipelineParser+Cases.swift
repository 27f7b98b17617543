import Diagnostics
import Files
import Values
import YAML

extension PipelineParser {
  /// The sets of inputs: a list of them, or a file that holds them.
  func cases(_ section: YAMLNode, of inputs: [InputDeclaration]) -> [CaseDeclaration] {
    let cases: [CaseDeclaration]
    switch section.content {
    case .sequence(let nodes):
      let builder = CaseBuilder(file, inputs)
      for node in nodes { add(node, to: builder) }
      cases = builder.cases
    case .scalar where section.plainText?.isEmpty == false:
      guard let found = self.cases(inFileAt: section, inputs) else { return [] }
      cases = found
    case .scalar, .mapping:
      file.report(
        .unexpectedValue(wanted: "a list of input sets, or the path of a file with them", found: section),
        at: section.range)
      return []
    }
    if cases.isEmpty {
      file.report(Finding("there is no case", reason: "the pipeline would not run at all"), at: section.range)
    }
    return cases
  }

  private func add(_ node: YAMLNode, to builder: CaseBuilder) {
    guard let entries = node.mapping else {
      file.report(
        .unexpectedValue(wanted: "a mapping of inputs to values", found: node), at: node.range)
      return
    }
    var values: [CaseBuilder.Value] = []
    for entry in entries {
      guard let value = file.json(entry.value) else { continue }
      values.append(.init(name: entry.name, value: value, nameRange: { entry.key.range }, range: { entry.value.range }))
    }
    builder.add(values, at: node.range)
  }

  /// `nil` where the file could not be read, or holds something else, which is told.
  private func cases(inFileAt node: YAMLNode, _ inputs: [InputDeclaration]) -> [CaseDeclaration]? {
    let written = node.plainText ?? ""
    let name = Paths.resolve(written, against: Paths.folder(of: file.source.name))
    let read: (FileContext, CaseBuilder) -> Void
    switch Paths.fileExtension(of: name) {
    case "csv": read = readCSV
    case "json": read = readJSON
    case "ndjson", "jsonl": read = readLines
    default:
      file.report(
        Finding(
          "'\(written)' is no file of cases", reason: "its name says which kind of file it is",
          hint: "use .csv, .json or .ndjson"),
        at: node.range)
      return nil
    }
    let source: SourceText
    do throws(FileError) {
      source = SourceText(name: name, bytes: try FileSystem.read(name))
    } catch {
      file.report(.unreadable("cases", written, error), at: node.range)
      return nil
    }
    let context = FileContext(source: source, expressions: file.expressions, loader: file.loader)
    included.add(data: context)
    let builder = CaseBuilder(context, inputs)
    read(context, builder)
    return context.hasErrors ? nil : builder.cases
  }

  // MARK: - Kinds of files

  private func readCSV(_ context: FileContext, into builder: CaseBuilder) {
    let source = context.source
    var parser = CSVParser()
    var header: (names: CSVHeader, places: [Range<Int>])?
    func add(_ row: CSVParser.Row) throws(CSVError) {
      guard let header else {
        header = (try CSVHeader(row), row.places)
        return
      }
      try header.names.check(row)
      let values = row.cells.indices.map { column in
        CaseBuilder.Value(
          name: header.names.names[column], value: .string(row.cells[column]), isText: true,
          nameRange: { source.range(ofOffsets: header.places[column]) },
          range: { source.range(ofOffsets: row.places[column]) })
      }
      builder.add(values, at: source.range(ofOffsets: row.place))
    }
    do throws(CSVError) {
      for byte in source.bytes {
        if let row = try parser.take(byte) { try add(row) }
      }
      if let row = try parser.finish() { try add(row) }
    } catch {
      context.report(Finding(error.message), at: source.range(ofOffsets: error.place))
    }
  }

  private func readJSON(_ context: FileContext, into builder: CaseBuilder) {
    let all = 0..<context.source.bytes.count
    guard let value = json(in: all, of: context) else { return }
    let places = JSONPlaces(all, of: context.source)
    guard case .array(let elements) = value else {
      context.report(Finding("the cases are no list", reason: "a list of objects is wanted"), at: places.range(of: []))
      return
    }
    for (index, element) in elements.enumerated() { add(element, at: [.element(index)], places, context, to: builder) }
  }

  private func readLines(_ context: FileContext, into builder: CaseBuilder) {
    for line in 1...context.source.lineCount {
      let bytes = context.source.byteRange(ofLine: line)
      let isEmpty = context.source.bytes[bytes].allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard !isEmpty, let value = json(in: bytes, of: context) else { continue }
      add(value, at: [], JSONPlaces(bytes, of: context.source), context, to: builder)
    }
  }

  private func json(in bytes: Range<Int>, of context: FileContext) -> JSONValue? {
    do throws(JSONParseError) {
      return try JSONValue(parsing: Array(context.source.bytes[bytes]))
    } catch {
      let offset = min(bytes.lowerBound + error.offset, context.source.bytes.count)
      context.report(
        Finding("this is no JSON: \(error.message)"), at: context.source.range(ofOffsets: offset..<offset + 1))
      return nil
    }
  }

  private func add(
    _ value: JSONValue, at path: [JSONPlaces.Part], _ places: JSONPlaces, _ context: FileContext,
    to builder: CaseBuilder
  ) {
    guard case .object(let object) = value else {
      context.report(
        Finding("a case is an object", reason: "with inputs as its members"), at: places.range(of: path))
      return
    }
    let values = object.map { name, value in
      CaseBuilder.Value(
        name: name, value: value, nameRange: { places.nameRange(of: path + [.member(name)]) },
        range: { places.range(of: path + [.member(name)]) })
    }
    builder.add(values, at: places.range(of: path))
  }
}
