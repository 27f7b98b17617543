import Values

/// The page itself: the assets' text with the model in it.
///
/// The policy in its head lets no script and no style run but the two of the page, named by their hashes, and nothing be
/// loaded from anywhere.
enum HTMLPage {
  static func bytes(model: JSONValue) -> [UInt8] {
    var script = Array("(() => {\n'use strict';\n".utf8)
    for part in scripts { script += part }
    script += Array("})();\n".utf8)
    let style = styles.flatMap(\.self)
    return filled(
      PackageResources.page_html,
      [
        "script-hash": Array(hash(script).utf8), "style-hash": Array(hash(style).utf8), "style": style,
        "model": embedded(model), "script": script,
      ])
  }

  /// JSON that ends no script element and begins no comment or entity, whatever is in it.
  static func embedded(_ value: JSONValue) -> [UInt8] {
    var json: [UInt8] = []
    value.write(to: &json)
    var escaped: [UInt8] = []
    escaped.reserveCapacity(json.count + json.count / 16)
    var index = 0
    while index < json.count {
      let byte = json[index]
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
        escaped += Array("\\u00".utf8)
        escaped += Array(String(byte, radix: 16).utf8)
      // U+2028 and U+2029, which end a line in older readers of scripts.
      case 0xE2 where index + 2 < json.count && json[index + 1] == 0x80 && json[index + 2] & 0xFE == 0xA8:
        escaped += Array("\\u202\(json[index + 2] & 1 == 0 ? "8" : "9")".utf8)
        index += 2
      default: escaped.append(byte)
      }
      index += 1
    }
    return escaped
  }

  /// In the order in which they use each other.
  private static var scripts: [[UInt8]] {
    [
      PackageResources.dom_js, PackageResources.model_js, PackageResources.search_js, PackageResources.list_js,
      PackageResources.failure_js, PackageResources.inspector_js, PackageResources.overview_js,
      PackageResources.strip_js, PackageResources.timeline_js, PackageResources.layout_js, PackageResources.graph_js,
      PackageResources.marbles_js, PackageResources.tables_js, PackageResources.app_js,
    ]
  }

  private static var styles: [[UInt8]] {
    [PackageResources.base_css, PackageResources.layout_css, PackageResources.views_css]
  }

  private static func hash(_ bytes: [UInt8]) -> String { "sha256-" + Base64.text(of: SHA256.digest(of: bytes)) }

  /// The template with each `{{name}}` replaced, in one pass: what is put in is not looked at again.
  private static func filled(_ template: [UInt8], _ parts: [String: [UInt8]]) -> [UInt8] {
    var page: [UInt8] = []
    page.reserveCapacity(template.count + parts.values.reduce(0) { $0 + $1.count })
    var rest = template[...]
    let brace = UInt8(ascii: "{")
    while let open = rest.firstIndex(of: brace) {
      page += rest[..<open]
      rest = rest[open...]
      guard rest.count > 4, rest[open + 1] == brace, let close = rest.firstIndex(of: UInt8(ascii: "}")),
        let part = parts[String(decoding: rest[open + 2..<close], as: UTF8.self)]
      else {
        page.append(brace)
        rest = rest.dropFirst()
        continue
      }
      page += part
      rest = rest[(close + 2)...]
    }
    return page + rest
  }
}
