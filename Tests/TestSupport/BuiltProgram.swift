package import Foundation

/// Where things are when tests run.
package enum BuiltProgram {
  /// The `pipeline` that was built with the tests. A test target that uses it has to depend on the `pipeline` target.
  package static let pipeline: String = {
    // Linux runs the tests as a program in the folder of the products; macOS loads a bundle that lies there.
    #if canImport(Darwin)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
      let folder = bundle.bundleURL.deletingLastPathComponent()
    #else
      let folder = Bundle.main.bundleURL
    #endif
    return folder.appendingPathComponent("pipeline").path
  }()

  /// The root of the package.
  package static let packageFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// `Tests/Support`, where the helper servers are.
  package static let supportFolder = packageFolder.appendingPathComponent("Tests/Support")
}
