import Testing

@Suite("Every mistake in a file is told with its place")
struct MistakeTests {
  @Test func severalAtOnce() {
    expectMistakes(
      """
      inputs:
        a: { type: 1️⃣strng }
      clients:
        api: { 2️⃣baseURl: "http://x" }
      nodes:
        one:
          - 3️⃣flatMpa:
              - map: .x
          - prefix: 4️⃣many
        two:
          - from: 5️⃣onee
          - fetch: { get: /x, client: 6️⃣ap }
          - timeout: 7️⃣5
        three:
          - from: four
        four:
          - from: 8️⃣three
      output: two
      """,
      [
        "1️⃣": "'strng' is not known here; did you mean 'string'?",
        "2️⃣": "unknown key 'baseURl'; a client has no such key; did you mean 'baseURL'?",
        "3️⃣": "unknown operator 'flatMpa'; not one of the operators a step may use; did you mean 'flatMap'?",
        "4️⃣": "expected a whole number from 0; this is text",
        "5️⃣": "unknown node 'onee'; no node of this name is declared; did you mean 'one'?",
        "6️⃣": "unknown client 'ap'; not declared under 'clients'; did you mean 'api'?",
        "7️⃣": "a unit is missing; a bare number says nothing here; write ms, s, m or h behind it",
        "8️⃣": "the nodes wait for each other; three → four → three",
      ])
  }

  @Test func undefinedNames() {
    expectMistakes(
      """
      inputs: { itemId: 7 }
      nodes:
        one:
          - just: { id: '${ $inputs.1️⃣itemID }' }
          - as: item
          - map: 2️⃣$itm.id
          - map: '{ a: 3️⃣$error, b: 4️⃣$response.status }'
          - map: $nodes.5️⃣tow
          - map: 6️⃣$nodes
      """,
      [
        "1️⃣": "unknown input 'itemID'; not declared under 'inputs'; did you mean 'itemId'?",
        "2️⃣": "undefined name '$itm'; nothing above binds it; did you mean '$item'?",
        "3️⃣": "undefined name '$error'; nothing above binds it; known here: $inputs, $env, $run, $nodes, $index, $item",
        "4️⃣":
          "undefined name '$response'; nothing above binds it; known here: $inputs, $env, $run, $nodes, $index, $item",
        "5️⃣": "unknown node 'tow'; no node of this name is declared; known: 'one'",
        "6️⃣": "'$nodes' needs the name of a node; it makes the step wait for that node; write $nodes.NAME",
      ])
  }

  @Test func stepsInTheWrongPlace() {
    expectMistakes(
      """
      nodes:
        one:
          - 1️⃣map: .x
          - 2️⃣just: 1
        two: 3️⃣[]
        three:
          - just: 1
          - collect: 2
            4️⃣prefix: 3
        four:
          - just: 1
          - filter: .a
            5️⃣concurrency: 3
          - 6️⃣prefix
      """,
      [
        "1️⃣": "'map' has nothing to work on; a chain starts with a source; such as just, sequence, fetch or from",
        "2️⃣":
          "'just' starts a chain; here a value comes in, and nothing would take it; put it in a node of its own, or into a flatMap",
        "3️⃣": "the chain has no step; it starts with a source",
        "4️⃣": "a step has one operator; 'collect' is already there; begin a new step with '- '",
        "5️⃣":
          "unknown key 'concurrency' beside 'filter'; a step has one operator and at most a 'name'; options stand in the operator's own mapping: check the indentation",
        "6️⃣": "'prefix' needs a whole number from 0; how many; for example prefix: 3",
      ])
  }

  @Test func requests() {
    expectMistakes(
      """
      clients: { a: {}, b: {} }
      nodes:
        one:
          - fetch: 1️⃣/x
          - fetch: { get: 2️⃣"://x" }
          - fetch: { get: 3️⃣"ftp://x/y" }
          - fetch: { get: 4️⃣"http://a b/" }
          - 5️⃣fetch: { client: a, post: /x, json: {}, text: x }
          - 6️⃣fetch: { client: a, get: /x, put: /y }
          - 7️⃣fetch: { client: a }
          - fetch: { client: a, get: /x, accept: 8️⃣2000 }
          - fetch: { client: a, get: /x, headers: { 9️⃣"a b": c } }
      """,
      [
        "1️⃣": "which client?; the URL is relative and the file has several clients; add 'client: ' with one of 'a', 'b'",
        "2️⃣": "this is no URL; the scheme is missing in front of '://'",
        "3️⃣": "this is no URL; 'ftp' is neither http nor https",
        "4️⃣": "this is no URL; it holds a space or a control character",
        "5️⃣": "the fetch has two bodies; 'json' and 'text'",
        "6️⃣": "the fetch has two methods; 'GET' and 'PUT'",
        "7️⃣": "the fetch has no URL; it needs one of get, post, put, patch, delete, head, options",
        "8️⃣": "expected a status such as 404, 2xx or 200-204; this is 2000",
        "9️⃣": "'a b' is no header name; a name has letters, digits and a few signs",
      ])
  }

  @Test func timeAndFiles() {
    expectMistakes(
      """
      nodes:
        one: [ interval: 1️⃣0s ]
        two: [ interval: 2️⃣1e3s ]
        three: [ just: 1, throttle: { for: 3️⃣1000000h } ]
        four: [ just: 1, { retry: { times: 1, jitter: 4️⃣1.5 } } ]
        five: { read: { file: a.txt, format: 5️⃣yaml } }
        six: [ just: 1, save: 6️⃣'' ]
        seven: [ just: 1, 7️⃣secret ]
        eight: [ just: 1, 8️⃣race: [one] ]
      """,
      [
        "1️⃣": "the time between two ticks is zero; such as 250ms, 5s or 2m",
        "2️⃣": "expected a duration such as 250ms, 5s or 2m; this is text",
        "3️⃣": "the duration is too long; it has at most 270000h, some thirty years",
        "4️⃣": "expected a number from 0 to 1, or true; this is 1.5",
        "5️⃣": "'yaml' is not known here; known: 'json', 'ndjson', 'csv', 'lines', 'text'",
        "6️⃣": "the path of the file is empty",
        "7️⃣":
          "'secret' needs a jq expression; what must not be shown; several values are hidden each; for example secret: .token",
        "8️⃣":
          "'race' starts a chain; here a value comes in, and nothing would take it; put it in a node of its own, or into a flatMap",
      ])
  }

  @Test func retryOverASharedNode() {
    expectMistakes(
      """
      nodes:
        a: [ just: 1 ]
        b:
          - from: a
          - 1️⃣retry: 2
      """,
      [
        "1️⃣":
          "'retry' cannot run the node 'a' again; a node runs once, whoever takes its values; put the retry into that node, or the steps that may fail into a flatMap with it"
      ])
  }

  @Test func aNameThatIsOnlyText() {
    expectMistakes(
      """
      nodes:
        a: { just: 1 }
        b:
          - just: 1️⃣$nodes.a
          - as: item
          - 2️⃣just: $item
          - map: $item
      output: b
      """,
      [
        "1️⃣": "this is the text '$nodes.a'; only what stands in ${ } is evaluated here; write '${ $nodes.a }'",
        "2️⃣":
          "'just' starts a chain; here a value comes in, and nothing would take it; put it in a node of its own, or into a flatMap",
      ])
  }

  @Test func emptyAndStrangeFiles() {
    #expect(mistakes(in: "") == ["1:1: the file is empty; 'pipeline init' writes a small one that runs"])
    #expect(mistakes(in: "- a\n") == ["1:1: a pipeline file is a mapping; this is a list"])
    #expect(mistakes(in: "pipeline: x\n") == ["1:1: the file has no nodes; add 'nodes:' with at least one"])
    #expect(mistakes(in: "nodes: {}\n").first?.hasSuffix("no node is declared") == true)
    #expect(mistakes(in: "nodes: 5\n").first == "1:8: expected a mapping of names; this is 5")
  }
}
