import CurlTransport
import HTTP
import Testing

/// Packed bodies, whole, broken and too large.
struct ContentCodingTests {
  private let server = WireServer.shared
  private let transport = CurlTransport()

  private func request(_ path: String, limit: Int = 10 << 20) -> Request {
    var request = Request(method: "GET", url: server.url + path, maxBody: limit)
    request.options.decompress = true
    return request
  }

  @Test(
    arguments: ["/gzip", "/gzip-twice", "/gzip-named", "/deflate", "/deflate-raw"],
    ["level=0", "level=1", "level=6", "level=9"])
  func packedBodiesAreUnpacked(path: String, level: String) async throws {
    for (text, times) in [("x", 1), ("x", 300_000), ("abcabcd", 20_000), ("The quick brown fox. ", 3), ("", 1)] {
      let encoded = text.replacing(" ", with: "%20")
      let response = try await transport.send(request("\(path)?text=\(encoded)&times=\(times)&\(level)"))
      #expect(response.body == Array(String(repeating: text, count: times).utf8))
    }
    // Noise has codes of all lengths.
    let plain = try await transport.send(request("\(path)?times=100000&noise=7&\(level)"))
    let other = try await transport.send(request("/gzip?times=100000&noise=7&level=0"))
    #expect(plain.body.count == 100_000)
    #expect(plain.body == other.body)
  }

  @Test func nothingIsAskedForOrUnpackedUnasked() async throws {
    var request = request("/gzip?times=100000")
    request.options.decompress = false
    #expect(try await transport.send(request).body.count < 1000)
  }

  @Test func gzipAndDeflateAreAskedFor() async throws {
    _ = try await transport.send(request("/asked-for-packed"))
    #expect(try await server.request(target: "/asked-for-packed").header("Accept-Encoding") == "gzip, deflate")
  }

  @Test func aBodyThatIsNotPackedStaysAsItIs() async throws {
    #expect(try await transport.send(request("/bytes?count=10")).body.count == 10)
  }

  @Test(arguments: ["/gzip", "/deflate", "/deflate-raw"], [1, 2, 5, 9, 12, 100, -1, -5, -9])
  func dataThatEndsEarlyIsAFailure(path: String, keep: Int) async throws {
    let error = await transport.failure(of: request("\(path)?times=3000&noise=1&keep=\(keep)"))
    let coding = path == "/gzip" ? "gzip" : "deflate"
    #expect(
      error == TransportError(.encoding, "the body of the answer can't be unpacked: its \(coding) data ends early"))
  }

  @Test func dataThatIsNoneIsAFailure() async throws {
    let error = await transport.failure(of: request("/gzip-garbage"))
    #expect(error == TransportError(.encoding, "the body of the answer can't be unpacked: it is not valid gzip data"))
  }

  @Test func aWrongBitAnywhereIsAFailureAndNeverWrongData() async throws {
    let whole = try await transport.send(request("/gzip?text=abcdefgh&times=40&level=1"))
    for position in 0..<60 {
      do {
        let response = try await transport.send(request("/gzip?text=abcdefgh&times=40&level=1&flip=\(position)"))
        // A few bits of the header carry nothing.
        #expect(response.body == whole.body)
      } catch {
        #expect((error as? TransportError)?.kind == .encoding)
      }
    }
  }

  @Test func aSmallBodyThatUnpacksToAHugeOneIsStopped() async throws {
    let error = await transport.failure(of: request("/gzip?times=5000000", limit: 1_000_000))
    #expect(
      error
        == TransportError(
          .tooLarge, "the body of the answer unpacks to more than the 1000000 bytes that are held in memory (maxBody)"))
  }
}
