import Files

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Files beside the input, of every kind that a pipeline takes in, so that the ways to read them are fuzzed too.
private let companions: [(String, String)] = [
  (
    "more.yaml",
    "inputs: { shared: 1 }\nclients: { other: { baseURL: http://127.0.0.1 } }\ntypes: { T: { type: string } }\n"
  ),
  ("run.yaml", "inputs: { name: { type: string } }\nnodes: { greeting: { just: 'Hello, ${ $inputs.name }!' } }\n"),
  ("self.yaml", "nodes: { a: { run: self.yaml } }\n"),
  ("schema.json", #"{ "type": "object", "properties": { "a": { "$ref": "schema.json" } } }"#),
  ("cases.json", #"[{ "a": 1 }, { "a": "x", "b": [null] }]"#),
  ("cases.ndjson", "{ \"a\": 1 }\n{ \"a\": 2 }\n"),
  ("cases.csv", "a,b\n1,\"two\"\n"),
  ("data.txt", "one\ntwo\n"),
]

/// Where the input is taken to be. Made once; from then on this process opens nothing else.
let scratchFolder: String = {
  var template = Array("/tmp/pipeline-fuzz.XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { fatalError("no folder for the files could be made") }
  let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  do {
    for (name, text) in companions { try FileSystem.write(text.utf8, to: folder + "/" + name) }
  } catch { fatalError("\(error)") }
  FileSystem.confine(to: folder)
  return folder
}()
