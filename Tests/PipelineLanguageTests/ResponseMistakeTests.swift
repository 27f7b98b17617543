import Testing

@testable import PipelineLanguage

@Suite("Mistakes in bodies of several parts and in what a response is")
struct ResponseMistakeTests {
  @Test func parts() {
    expectMistakes(
      """
      nodes:
        one:
          - fetch:
              post: http://a.test/
              multipart:
                a: [x, 1️⃣[y]]
                b: 2️⃣{ filename: x }
                c: { text: x, json: 3️⃣{ a: 1 } }
                d: { 4️⃣fil: x }
                e: { text: x, headers: { 5️⃣Content-Type: a/b } }
                g: { text: 7️⃣{ a: b } }
                h: { text: '${ 8️⃣$itm }' }
          - fetch: { post: http://a.test/, multipart: 9️⃣text }
      """,
      [
        "1️⃣": "expected text or { file, … }; this is a list",
        "2️⃣": "the part holds nothing; it needs one of 'file', 'text', 'json'",
        "3️⃣": "the part holds two things; 'text' and 'json'",
        "4️⃣": "unknown key 'fil'; a part has no such key; did you mean 'file'?",
        "5️⃣": "'Content-Type' is made from 'type'; a part has it once; write 'type: …' beside 'headers'",
        "7️⃣": "expected text; this is a mapping",
        "8️⃣":
          "undefined name '$itm'; nothing above binds it; known here: $inputs, $env, $run, $nodes, $index",
        "9️⃣": "expected a mapping of parts; this is text",
      ])
  }

  @Test func listedParts() {
    expectMistakes(
      """
      nodes:
        one:
          - fetch:
              post: http://a.test/
              multipart:
                - 1️⃣{ text: x }
                - 2️⃣x
                - { name: a, text: x, 3️⃣value: y }
          - fetch: { post: http://a.test/, multipart: [{ name: a, text: 1 }, { name: a, json: null }] }
      """,
      [
        "1️⃣": "the part has no name; in a list each part says its own; such as { name: photo, file: a.png }",
        "2️⃣": "expected a part such as { name: photo, file: a.png }; this is text",
        "3️⃣":
          "unknown key 'value'; a part has no such key; known: 'name', 'file', 'text', 'json', 'filename', 'type', 'headers'",
      ])
  }

  @Test func responses() {
    expectMistakes(
      """
      nodes:
        one: { fetch: { get: http://a.test/, response: 1️⃣line } }
        two: { fetch: { get: http://a.test/, response: sse, emit: 2️⃣response } }
        three: { fetch: { get: http://a.test/, response: 3️⃣json, download: a } }
        four: { fetch: { get: http://a.test/, download: 4️⃣'' } }
        six: { fetch: { get: http://a.test/, response: 5️⃣lines, poll: { every: 1s, until: .done, timeout: 9s } } }
        five: { fetch: { get: http://a.test/, download: there.bin, emit: response } }
      """,
      [
        "1️⃣": "'line' is not known here; did you mean 'lines'?",
        "2️⃣":
          "'emit: response' beside 'response: sse'; the body is emitted piece by piece, and is not there as a whole; $response, in the steps below, is the same without the body",
        "3️⃣":
          "'response: json' beside 'download'; the body goes to the file as it is, and is not read; leave one of them out; 'read' reads the file afterwards",
        "4️⃣": "the path of the file is empty",
        "5️⃣":
          "'response: lines' beside 'poll'; what is asked for again is one value, and a stream is many; leave one of them out",
      ])
  }

  @Test func streamsCanEmitSeveralValues() {
    expectMistakes(
      """
      nodes:
        lines: { fetch: { get: http://a.test/, response: lines } }
        file: { fetch: { get: http://a.test/, download: a } }
        one: [ just: '${ $nodes.1️⃣lines }' ]
        two: [ just: '${ $nodes.file }' ]
      """,
      [
        "1️⃣":
          "'lines' can emit several values; $nodes.lines is the one value of a node; end that node with 'collect' for a list of them, or with 'first'"
      ], rules: [SeveralValuesRule.self])
  }
}
