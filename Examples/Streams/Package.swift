// swift-tools-version: 6.2
import PackageDescription

// The examples of docs/streams.md, as a package that uses the library as any other would: `swift run` prints what the page shows.
let package = Package(
  name: "streams-guide",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "pipeline", path: "../..")],
  targets: [
    .executableTarget(
      name: "Guide", dependencies: [.product(name: "Streams", package: "pipeline")],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ])
