import HTTP
import PipelineRuntime
import RunEvents
import Streams
import Testing
import Values

@Suite("After a run nothing that it made is alive")
struct LeakTests {
  /// Every kind of node, edge and operator that holds something.
  static let text = """
    clients: { api: { baseURL: 'http://a.test', concurrency: 2, cookies: true, auth: { bearer: demo } } }
    nodes:
      login: { fetch: { client: api, post: /login } }
      ids: { sequence: [1, 2, 3, 4] }
      items: [ from: ids, fetch: { client: api, get: '/items/${ . }' }, as: item, map: '$item' ]
      all: [ zipMany: { id: ids, item: items }, collect ]
      late: [ from: ids, flatMap: [ from: ids, collect ] ]
      awaits: [ just: 1, map: $nodes.login, fetch: { client: api, get: /after }, timeout: 10s ]
      joined: { combineLatest: { of: [all, late, awaits], delayErrors: true } }
      each: { mergeMany: { each: '[1, 2]', as: x, do: [ fetch: { client: api, get: '/${ $x }' } ] } }
      again: [ fetch: { client: api, get: /again }, { retry: { times: 2, delay: 1s } }, catch: [ just: 1, delay: 1s ] ]
      asked:
        - fetch:
            client: api
            get: /asked/again
            redirects: 2
            retry: { times: 2, delay: 1s }
            poll: { every: 1s, until: . != null }
        - replaceError: 1
      raced: { race: [late, [ { fetch: { client: api, get: /raced } } ], [ { interval: 1s } ]] }
      newest: [ from: ids, delay: 1ms, switchMap: [ fetch: { client: api, get: '/newest/${ . }' }, delay: 1ms ] ]
      pages: [ just: 1, expand: [ filter: . < 4, delay: 2ms, map: . + 1 ], removeDuplicates ]
      ticks: [ interval: 400ms, prefix: 4, throttle: 1s, debounce: 1s, secret: ., switchMap: [ interval: 1ms ], first ]
      nested: [ from: ids, run: '\(PipelineFile.nested.path)' ]
      streamed:
        - from: ids
        - fetch: { client: api, get: '/streamed/${ . }', response: lines, retry: 1 }
        - fetch: { client: api, get: /one/line }
        - prefix: 2
      saved: { fetch: { client: api, get: /saved, download: /dev/null } }
      lines: [ read: '\(#filePath)', save: /dev/null ]
    output: [joined, each, again]
    """

  /// Whatever a run makes holds its context, which holds the transport, or a queue, which holds the scheduler.
  private func expectFreed(
    _ script: @escaping ScriptedTransport.Script, _ body: (Trial) -> Void
  ) throws {
    weak var run: PipelineRun?
    weak var transport: ScriptedTransport?
    weak var scheduler: VirtualScheduler?
    do {
      let trial = try Trial(Self.text, script: script)
      (run, transport, scheduler) = (trial.run, trial.transport, trial.scheduler)
      body(trial)
      trial.log.finish()
      // The pool's guard waits for its time, whatever became of the run.
      trial.scheduler.run(until: trial.scheduler.now + .seconds(1))
    }
    #expect(run == nil)
    #expect(transport == nil)
    #expect(scheduler == nil)
  }

  @Test func whenItSucceeds() throws {
    try expectFreed(Self.answers) { trial in
      trial.start()
      trial.finish()
      #expect(trial.outcome == "succeeded")
    }
  }

  @Test(arguments: ["/login", "/items/2", "/after", "/1", "/again"])
  func whenItFails(_ path: String) throws {
    let script: ScriptedTransport.Script = { request, _ in
      request.url.hasSuffix(path)
        ? .status(500, after: .milliseconds(5)) : .json("1", after: .milliseconds(7))
    }
    try expectFreed(script) { trial in
      trial.start()
      trial.finish()
    }
  }

  @Test(arguments: [0, 1, 3, 6, 1200])
  func whenItIsCancelled(_ time: Int) throws {
    let script: ScriptedTransport.Script = { request, _ in
      if request.url.hasSuffix("again") { return .status(500, after: .milliseconds(1)) }
      return request.url.hasSuffix("after") ? .held : .json("1", after: .milliseconds(2))
    }
    try expectFreed(script) { trial in
      trial.start()
      trial.scheduler.run(until: .milliseconds(time))
      trial.run.cancel(.signal(2))
      trial.finish()
    }
  }

  @Test func whenItNeverStarts() throws { try expectFreed(Self.answers) { _ in } }

  @Test func whenItIsCancelledBeforeItStarts() throws {
    try expectFreed(Self.answers) { trial in
      trial.run.cancel(.deadline)
      trial.start()
      trial.finish()
    }
  }

  /// What a nested run makes is let go of while the run goes on.
  @Test func nestedRunsWhileTheOuterOneGoesOn() throws {
    let trial = try Trial(
      """
      nodes:
        nested: [ sequence: [1, 2, 3], run: '\(PipelineFile.nested.path)' ]
        last: { fetch: http://a.test/held }
      """, script: { request, _ in request.url.hasSuffix("held") ? .held : .json("1", after: .milliseconds(5)) })
    trial.start()
    trial.scheduler.run(until: .seconds(5))
    #expect(trial.transport.running == ["GET http://a.test/held"])
    #expect(trial.run.nestedRunCount == 0)
    trial.transport.answer("held", "1")
    trial.finish()
  }

  static let answers: ScriptedTransport.Script = { _, _ in .json("1", after: .milliseconds(5)) }
}
