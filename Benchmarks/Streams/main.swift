// Measures the streams in hops (see `Hop`) and prints a table. Rounds run in turn, the first warms up, and every figure is
// the median of the ratios to the hop of its own round. With an argument: only what has it in its name; with a number:
// that many rounds.

import Streams

let arguments = CommandLine.arguments.dropFirst()
let rounds = arguments.compactMap { Int($0) }.first ?? 7
let filter = arguments.first { Int($0) == nil }
let chosen = measurements.filter { filter.map($0.name.contains) ?? true }

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func rounded(_ value: Double) -> String {
  let cents = Int((value * 100).rounded())
  return "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
}

var hops: [Double] = []
var times: [String: [Double]] = [:]
var ratios: [String: [Double]] = [:]
for round in 0...rounds {
  for measurement in chosen {
    let hop = Hop.measure()
    let time = measurement.time(measurement.count) / measurement.count
    if round == 0 { continue }
    hops.append(hop / .nanoseconds(1))
    times[measurement.name, default: []].append(time / .nanoseconds(1))
    ratios[measurement.name, default: []].append(time / hop)
  }
}

print("| stream | count | one is a | ns | hops | at most |")
print("|---|---|---|---|---|---|")
print("| a hop | \(Hop.count) | block | \(Int(median(hops))) | 1 | |")
for measurement in chosen {
  let (time, ratio) = (median(times[measurement.name] ?? []), median(ratios[measurement.name] ?? []))
  print(
    "| \(measurement.name) | \(measurement.count) | \(measurement.unit) | \(Int(time)) | \(rounded(ratio)) | \(measurement.limit) |"
  )
}

print("\n| growth | from | to | times as long | at most |")
print("|---|---|---|---|---|")
for growth in growths {
  guard let measurement = chosen.first(where: { $0.name == growth.name }) else { continue }
  let ratio = median(
    (0..<rounds).map { _ in
      let small = (0..<5).map { _ in measurement.time(growth.small) }.min() ?? .zero
      return measurement.time(growth.large) / small
    })
  print("| \(growth.name) | \(growth.small) | \(growth.large) | \(rounded(ratio)) | \(Int(growth.limit)) |")
}
