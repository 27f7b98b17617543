// swift-tools-version: 6.2
import PackageDescription

// The ladder: a target imports only from the rungs above it. `make lint` builds with
// `--explicit-target-dependency-import-check error`, which keeps it so.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Debian 12 ships libjq without a pkg-config file; Homebrew needs one to be found at all.
#if os(macOS)
  let jqPkgConfig: String? = "libjq"
#else
  let jqPkgConfig: String? = nil
#endif

/// valijson is headers alone, without a pkg-config file to say where they are; on Debian the compiler looks there anyway.
#if os(macOS) && arch(arm64)
  let homebrewHeaders: [CXXSetting] = [.unsafeFlags(["-I/opt/homebrew/include"])]
#elseif os(macOS)
  let homebrewHeaders: [CXXSetting] = [.unsafeFlags(["-I/usr/local/include"])]
#else
  let homebrewHeaders: [CXXSetting] = []
#endif

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// The program for libFuzzer, which brings its own `main`: made by `make fuzz` alone, since nothing else can link it.
let fuzzers: [Target] =
  Context.environment["PIPELINE_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzPromises", "Files"], path: "Fuzz/Program",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
  ]

let package = Package(
  name: "pipeline",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "pipeline", targets: ["pipeline"]),
    // The streams alone: docs/streams.md.
    .library(name: "Streams", targets: ["Streams"]),
  ],
  targets: [
    // Rung 0: C libraries.
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CJQ", pkgConfig: jqPkgConfig, providers: [.apt(["libjq-dev"]), .brew(["jq"])]),
    .systemLibrary(
      name: "CMicrohttpd", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .target(name: "CJSONSchema", cxxSettings: homebrewHeaders),

    // Rung 1: no C, nothing of each other but where it says so.
    library("Diagnostics"),
    library("Files"),
    library("Values"),
    library("Streams"),
    library("HTTP"),

    // Rung 2: one C library each.
    library("YAML", ["CYAML", "Diagnostics"]),
    library("Expressions", ["CJQ", "Values", "Diagnostics"]),
    library("JSONSchema", ["CJSONSchema", "Values"]),
    library("CurlTransport", ["CCurl", "HTTP"]),

    // Rung 3: the file, and what can happen.
    library(
      "PipelineLanguage",
      ["YAML", "Expressions", "JSONSchema", "Diagnostics", "Values", "HTTP", "Files"]),
    library("RunEvents", ["Values", "HTTP"]),

    // Rung 4: a run, what is told of it, and the stand-in.
    library(
      "PipelineRuntime",
      [
        "PipelineLanguage", "RunEvents", "Expressions", "JSONSchema", "Streams", "HTTP", "Values",
        "Diagnostics", "Files",
      ]),
    .target(
      name: "Reports", dependencies: ["RunEvents", "Diagnostics", "Values", "HTTP", "Files"],
      // The HTML report's scripts and styles: bytes in the binary, without Foundation's bundles.
      resources: [.embedInCode("HTML/Assets")], swiftSettings: strict),
    library(
      "MockServer",
      ["CMicrohttpd", "PipelineLanguage", "Expressions", "HTTP", "Values", "Diagnostics"]),

    // Rung 5: the command line.
    library(
      "PipelineCLI",
      [
        "PipelineRuntime", "PipelineLanguage", "Reports", "MockServer", "RunEvents", "CurlTransport",
        "Streams", "HTTP", "Values", "Diagnostics", "Files",
      ]),
    .executableTarget(name: "pipeline", dependencies: ["PipelineCLI"], swiftSettings: strict),

    // What `make bench` runs of the streams alone.
    .executableTarget(
      name: "streams-benchmark", dependencies: ["Streams"], path: "Benchmarks/Streams", swiftSettings: strict),

    // Tests, in the order of the ladder.
    tests("ValuesTests", ["Values"]),
    tests("DiagnosticsTests", ["Diagnostics"]),
    tests("FilesTests", ["Files"]),
    tests("StreamsTests", ["Streams"]),
    tests("YAMLTests", ["YAML", "Diagnostics"]),
    tests("ExpressionsTests", ["Expressions", "Values", "CJQ"]),
    tests("JSONSchemaTests", ["JSONSchema", "Values"]),
    tests("CurlTransportTests", ["CurlTransport", "HTTP"]),
    tests("PipelineLanguageTests", ["PipelineLanguage", "Expressions", "Values", "Diagnostics", "FuzzPromises"]),
    tests(
      "PipelineRuntimeTests",
      [
        "PipelineRuntime", "PipelineLanguage", "RunEvents", "Streams", "HTTP", "Values", "Diagnostics", "TestSupport",
      ]),
    tests("RunEventsTests", ["RunEvents", "Values", "HTTP"]),
    tests("ReportsTests", ["Reports", "RunEvents", "Values", "HTTP"]),
    tests("MockServerTests", ["MockServer", "HTTP"]),
    tests(
      "PipelineCLITests",
      [
        "PipelineCLI", "PipelineRuntime", "PipelineLanguage", "RunEvents", "Expressions", "Diagnostics", "Values",
        "TestSupport",
      ]),
    // What tests of whole processes share, and the golden files: `Tests/Golden` run with the built program.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    tests("GoldenTests", ["TestSupport", "pipeline"]),
    tests("ProgramTests", ["TestSupport", "pipeline"]),
    // README.md and docs: every example is run.
    tests(
      "DocsTests",
      [
        "TestSupport", "PipelineLanguage", "Expressions", "JSONSchema", "YAML", "Values", "Diagnostics", "pipeline",
      ]),
    // What any text must come to, and the texts that were once found to matter: Fuzz/README.md.
    .target(
      name: "FuzzPromises",
      dependencies: ["PipelineLanguage", "Expressions", "YAML", "Values", "Diagnostics", "Files"],
      path: "Fuzz/Promises", swiftSettings: strict),
  ] + fuzzers,
  cxxLanguageStandard: .cxx17
)
