import Testing

@Suite("Mistakes in how a request is sent")
struct RequestMistakeTests {
  @Test func graphQL() {
    expectMistakes(
      """
      nodes:
        one:
          - fetch: { get: http://a.test, graphql: 1️⃣'{ me }' }
          - fetch: { post: http://a.test, graphql: '{ user(id: "${ 2️⃣$index }") }' }
          - fetch: { post: http://a.test, graphql: 3️⃣me.graphql }
          - fetch: { post: http://a.test, graphql: 4️⃣{ variables: {} } }
          - fetch: { post: http://a.test, graphql: { query: '{ me }', 5️⃣variable: {} } }
          - fetch: { post: http://a.test, graphql: { query: '{ me }', variables: 6️⃣[1] } }
          - fetch: { post: http://a.test, graphql: 7️⃣[1] }
          - 8️⃣fetch: { post: http://a.test, graphql: '{ me }', json: {} }
          - fetch: { post: http://a.test, graphql: '{ me }', response: 9️⃣lines }
      """,
      [
        "1️⃣": "GraphQL is sent with POST; this is a GET; write 'post: URL' for the fetch",
        "2️⃣":
          "a GraphQL query is sent as it stands; a value that is put into its text would have to be quoted; name it in the query, such as $id, and give it under 'variables'; '$${' stands for '${'",
        "3️⃣":
          "this is no GraphQL query; a query names its fields in { }; to take it from the file: 'read: { file: me.graphql, format: text }', then 'graphql: ${ . }'",
        "4️⃣": "'query' is missing; it holds the text of the GraphQL operation",
        "5️⃣": "unknown key 'variable'; 'graphql' has no such key; did you mean 'variables'?",
        "6️⃣": "expected a mapping of variables; this is a list",
        "7️⃣": "expected the text of a GraphQL query; this is a list",
        "8️⃣": "the fetch has two bodies; 'json' and 'graphql'",
        "9️⃣":
          "'response: lines' beside 'graphql'; a response to GraphQL is read whole, since it tells its errors in its body; leave it out",
      ])
  }

  @Test func auth() {
    expectMistakes(
      """
      clients:
        a: { baseURL: http://a.test, headers: { 1️⃣authorization: x }, auth: { bearer: '${ $env.T }' } }
        b: { baseURL: http://a.test, auth: { 2️⃣digest: { username: a, password: b } } }
        c: { baseURL: http://a.test, auth: 3️⃣secret }
      nodes:
        one:
          - fetch: { get: http://a.test, headers: { 4️⃣Authorization: x }, auth: { bearer: '${ $env.T }' } }
          - fetch: { get: http://a.test, auth: { 5️⃣beare: x } }
          - fetch: { get: http://a.test, auth: { basic: 6️⃣name } }
          - fetch: { get: http://a.test, auth: { basic: 7️⃣{ username: a } } }
          - fetch: { get: http://a.test, auth: { basic: { username: 8️⃣'a:b', password: '${ $env.P }' } } }
          - fetch: { get: http://a.test, auth: { bearer: 9️⃣'' } }
      """,
      [
        "1️⃣":
          "the header 'authorization' stands beside 'auth'; 'auth' makes that header, and a request has one; leave one of them out",
        "2️⃣": "'digest' is not supported; the kinds of 'auth' are 'bearer' and 'basic'",
        "3️⃣": "expected { bearer: TOKEN } or { basic: { username, password } }; this is text",
        "4️⃣":
          "the header 'Authorization' stands beside 'auth'; 'auth' makes that header, and a request has one; leave one of them out",
        "5️⃣": "unknown key 'beare'; 'auth' has no such key; did you mean 'bearer'?",
        "6️⃣": "the password is missing; this is a name alone; write 'username:password', or { username, password }",
        "7️⃣": "'password' is missing; basic authentication has a name and a password",
        "8️⃣": "the username holds a colon; behind the first colon the password begins (RFC 7617)",
        "9️⃣": "expected a token; this is empty",
      ])
  }

  @Test func authWithoutAKindOrWithTwo() {
    expectMistakes(
      """
      nodes:
        one:
          - fetch: { get: http://a.test, auth: 1️⃣{} }
          - fetch: { get: http://a.test, auth: 2️⃣{ bearer: '${ $env.T }', basic: '${ $env.P }' } }
          - fetch: { get: http://a.test, auth: { bearer: 3️⃣'Bearer ${ $env.T }' } }
          - fetch: { get: http://a.test, auth: { 4️⃣oauth2: { tokenURL: http://a.test } } }
          - fetch: { get: http://a.test, 5️⃣keepHeader: true }
      """,
      [
        "1️⃣": "'auth' is empty; it holds 'bearer' or 'basic'",
        "2️⃣": "'auth' has two kinds; a request is sent with one: 'bearer' or 'basic'",
        "3️⃣": "the token begins with 'Bearer'; 'bearer' puts that in front of it; write the token alone",
        "4️⃣":
          "'oauth2' is not supported; the kinds of 'auth' are 'bearer' and 'basic'; let a node ask for the token, and write { bearer: '${ $nodes.NAME.access_token }' } on the fetch",
        "5️⃣": "unknown key 'keepHeader'; 'fetch' has no such key; did you mean 'keepHeaders'?",
      ])
  }

  @Test func retryAndPoll() {
    expectMistakes(
      """
      clients:
        a: { baseURL: http://a.test, retry: 1️⃣often, redirects: 2️⃣-1, cookies: 3️⃣jar }
      nodes:
        one:
          - fetch: { get: /x, retry: 4️⃣{ delay: 1s } }
          - fetch: { get: /x, retry: { times: 3, on: [503, 5️⃣timeouts] } }
          - fetch: { get: /x, retry: { times: 3, on: 6️⃣[] } }
          - fetch: { get: /x, retry: { times: 3, 7️⃣dealy: 1s } }
          - fetch: { get: /x, poll: 8️⃣{ every: 1s } }
          - fetch: { get: /x, poll: { every: 9️⃣0s, until: .done } }
      """,
      [
        "1️⃣": "expected a whole number from 0; this is text", "2️⃣": "expected a whole number from 0; this is -1",
        "3️⃣": "expected true or false; this is text", "4️⃣": "'times' is missing; how many further attempts",
        "5️⃣":
          "'timeouts' is no failure to try again after; it is neither a status such as 503 or 5xx nor a kind of failure; did you mean 'timeout'?",
        "6️⃣": "no failure is named; the list is empty; such as on: [429, 5xx, timeout]",
        "7️⃣": "unknown key 'dealy'; a retry has no such key; did you mean 'delay'?",
        "8️⃣": "'until' is missing; it says what is waited for",
        "9️⃣": "the time between two ticks is zero; such as 250ms, 5s or 2m",
      ])
  }

  @Test func namesInPollAndRetry() {
    expectMistakes(
      """
      nodes:
        one:
          - fetch: { get: http://a.test, poll: { until: $response.status == 200 and 1️⃣$error == 1, failWhen: $response.status == 500 } }
        two:
          - fetch: { get: http://a.test, retry: { times: 1, on: $error.status == 500 and 2️⃣$acc == 1 } }
      """,
      [
        "1️⃣":
          "undefined name '$error'; nothing above binds it; known here: $inputs, $env, $run, $nodes, $index, $response",
        "2️⃣":
          "undefined name '$acc'; nothing above binds it; known here: $inputs, $env, $run, $nodes, $index, $error",
      ])
  }
}
