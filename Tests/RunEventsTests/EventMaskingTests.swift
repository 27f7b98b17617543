import Foundation
import HTTP
import RunEvents
import Testing
import Values

@Suite struct EventMaskingTests {
  private func masked(_ kind: RunEvent.Kind, _ secrets: [String] = []) -> String {
    let event = SecretMask(secrets).masked(RunEvent(sequence: 0, time: .zero, kind: kind))
    var text = ""
    dump(event, to: &text)
    return text
  }

  @Test(arguments: ["Authorization", "authorization", "COOKIE", "Set-Cookie", "proxy-authorization"])
  func hidesCredentialHeadersWithoutAnySecret(_ name: String) {
    let headers = [Header(name, "Bearer t0ken"), Header("Accept", "*/*")]
    let failure = RunFailure(
      kind: .status, message: "m", node: 0, request: request(1, headers: headers),
      response: response(500, headers: headers))
    let kinds: [RunEvent.Kind] = [
      .requestStarted(request(1, headers: headers)), .requestFinished(request: 1, response(200, headers: headers)),
      .requestFailed(request: 1, failure), .recovered(node: 0, step: fetch, failure),
      .retrying(node: 0, step: fetch, attempt: 1, delay: .zero, failure), .nodeFinished(node: 0, .failed(failure)),
    ]
    for kind in kinds {
      let text = masked(kind)
      #expect(!text.contains("t0ken"))
      #expect(text.contains("***"))
      #expect(text.contains("*/*"))
    }
  }

  /// Every event with the secret in every text it has.
  @Test func hidesSecretsInEveryTextOfEveryEvent() {
    let secret = "S3CRET"
    let place = SourcePlace(file: "dir/S3CRET.yaml", line: 1, column: 1)
    let step = StepDescription(operation: "fetch", label: "S3CRET", place: place)
    let sent = RequestDescription(
      id: 1, node: 0, step: step, attempt: 1, method: "S3CRET", url: "http://S3CRET.test/S3CRET",
      headers: [Header("X-S3CRET", "S3CRET")], bodySize: 6, bodyStart: "S3CRET", uploadFile: "S3CRET.bin")
    let answer = ResponseDescription(
      status: 200, headers: [Header("X-S3CRET", "S3CRET")], bodySize: 6, bodyStart: "S3CRET", timings: Timings())
    let failure = RunFailure(
      kind: .custom, message: "S3CRET", node: 0, step: step, details: ["S3CRET"], request: sent, response: answer,
      sourceLine: "- S3CRET")
    let run = RunDescription(
      id: "S3CRET", pipeline: "S3CRET", description: "S3CRET", file: "S3CRET", startedAt: 0,
      nodes: [NodeDescription(name: "S3CRET", description: "S3CRET", place: place, inputs: [])])
    let kinds: [RunEvent.Kind] = [
      .runStarted(run), .nodeStarted(node: 0), .requestStarted(sent), .requestFinished(request: 1, answer),
      .requestFailed(request: 1, failure), .checkPassed(node: 0, step: step),
      .retrying(node: 0, step: step, attempt: 1, delay: .zero, failure),
      .recovered(node: 0, step: step, failure), .message(node: 0, .log, "S3CRET"),
      .value(node: 0, ValueDescription(index: 0, ["a S3CRET", "S3\u{0043}RET"])),
      .nodeFinished(node: 0, .failed(failure)), .output(.array([.string("S3CRET")])),
    ]
    for kind in kinds { #expect(!masked(kind, [secret]).contains("S3CRET"), "\(kind)") }
  }

  @Test func hidesASecretThatIsCutAtTheEndOfAPreview() {
    let filler = String(repeating: "x", count: ValueDescription.longestPreview - 6)
    let value = ValueDescription(index: 0, .string(filler + "S3CRET"))
    #expect(value.isCut)
    let text = masked(.value(node: 0, value), ["S3CRET"])
    #expect(text.contains("x***") && !text.contains("S3CR"))
  }

  @Test func hidesASecretThatIsCutAtTheEndOfABody() {
    let cut = request(1, body: "token=S3CR", bodySize: 12)
    #expect(SecretMask(["S3CRET"]).masked(cut).bodyStart == "token=***")
    #expect(SecretMask(["S3CRET"]).masked(cut).isBodyCut)
    let whole = request(1, body: "token=S3CRET")
    #expect(!SecretMask(["S3CRET"]).masked(whole).isBodyCut)
  }

  @Test func hidesStringsKeysAndNumbersOfTheOutput() throws {
    let text = #"{"a":[12345678,"x S3CRET y",true,null,[],{}],"S3CRET":1,"xS3CRET":{"S3CRET":"s"},"S3\u0043RET!":1.50}"#
    let value = try JSONValue(parsing: text)
    #expect(
      SecretMask(["12345678", "S3CRET"]).masked(value).text()
        == #"{"a":["***","x *** y",true,null,[],{}],"***":1,"x***":{"***":"s"},"***!":1.50}"#)
    #expect(SecretMask(["other"]).masked(value).text() == value.text())
    #expect(SecretMask(["12345678"]).masked(.number(JSONNumber(12_345_678))) == "***")
  }

  @Test func numbersKeysThatBecomeEqual() throws {
    let value = try JSONValue(parsing: #"{"first":1,"second":2,"third":3}"#)
    #expect(
      SecretMask(["first", "second", "third"]).masked(value).text() == #"{"***":1,"*** (2)":2,"*** (3)":3}"#)
  }

  @Test func doesNotGrowTheStackWithTheDepthOfAValue() throws {
    let depth = 900
    let text = String(repeating: "[", count: depth) + "\"S3CRET\"" + String(repeating: "]", count: depth)
    #expect(
      try SecretMask(["S3CRET"]).masked(JSONValue(parsing: text)).text()
        == text.replacingOccurrences(of: "S3CRET", with: "***"))
  }
}
