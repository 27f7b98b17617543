import Diagnostics
import Values
import YAML

// Other pipelines, and values for their inputs.

extension ParameterType where Value == PipelineUse {
  /// The path of a pipeline file, which is read and checked with this one.
  package static let pipeline = ParameterType("the path of a pipeline file", schema: ["type": "string"]) { node, site in
    guard let path = node.plainText, !path.isEmpty else {
      site.report(.unexpectedValue(wanted: "the path of a pipeline file", found: node), at: node)
      return nil
    }
    guard !path.contains("${") else {
      site.report(
        Finding("no template can stand here", reason: "which pipeline is run has to be known before anything runs"),
        at: node)
      return nil
    }
    guard let pipeline = site.file.loader.pipeline(path, at: node, of: site.file) else { return nil }
    if pipeline.sendsRequests { site.file.hasRequests = true }
    let use = PipelineUse(id: site.runs.count, pipeline: pipeline)
    // Files that run others twice, and those others twice, would soon have more than a run can hold.
    guard site.runs.reduce(use.nodeCount, { $0 + $1.nodeCount }) <= 100_000 else {
      site.report(
        Finding("too much is run here", reason: "with all that they run, the pipelines have more than 100000 nodes"),
        at: node)
      return nil
    }
    site.runs.append(use)
    return use
  }
}

extension ParameterType where Value == [NamedTemplate] {
  /// Values by the names of inputs.
  package static let inputValues = ParameterType("a mapping of inputs to values", schema: ["type": "object"]) {
    node, site in
    guard case .mapping(let entries) = node.content else {
      site.report(.unexpectedValue(wanted: "a mapping of inputs to values", found: node), at: node)
      return nil
    }
    let values = entries.compactMap { entry in
      site.value(entry.value).map {
        NamedTemplate(name: entry.name, value: $0, range: entry.key.range, valueRange: entry.value.range)
      }
    }
    return values.count == entries.count ? values : nil
  }
}
