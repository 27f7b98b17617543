import Foundation

/// A pipeline file on disk, for steps that run one.
struct PipelineFile {
  let path: String

  private static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pipelines-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }()

  init(_ text: String, named name: String) {
    let file = Self.folder.appendingPathComponent(name)
    try? Data(text.utf8).write(to: file)
    path = file.path
  }

  /// Fetches three times through a client that lets two do so at once, and once more at its end.
  static let nested = PipelineFile(
    """
    clients: { api: { baseURL: 'http://a.test', concurrency: 2 } }
    nodes:
      ids: { sequence: [1, 2, 3] }
      all: [ from: ids, fetch: { client: api, get: '/nested/${ . }' }, collect ]
    teardown:
      putAway: { fetch: { client: api, get: /put-away } }
    """, named: "nested.yaml")
}
