import Files
import Testing

@Suite struct PathsTests {
  @Test(arguments: [
    ("a.json", "dir", "dir/a.json"), ("a.json", "dir/", "dir/a.json"), ("../a", "dir/sub", "dir/sub/../a"),
    ("/abs", "dir", "/abs"), ("a", "", "a"), ("a", "/", "/a"), ("./a", ".", "././a"), ("", "dir", "dir"),
  ])
  func resolvesAgainstAFolder(_ path: String, _ folder: String, _ expected: String) {
    #expect(Paths.resolve(path, against: folder) == expected)
  }

  @Test(arguments: [
    ("dir/p.yaml", "dir", "p.yaml"), ("p.yaml", "", "p.yaml"), ("/p.yaml", "/", "p.yaml"), ("/", "/", ""), ("", "", ""),
    ("dir//p", "dir", "p"), ("a/b/", "a", "b"), ("//x", "/", "x"), ("é/ü", "é", "ü"),
  ])
  func splitsFolderAndName(_ path: String, _ folder: String, _ name: String) {
    #expect(Paths.folder(of: path) == folder)
    #expect(Paths.name(of: path) == name)
  }

  @Test(arguments: [
    ("dir/p.yaml", "p", "yaml"), (".env", ".env", ""), ("a.tar.gz", "a.tar", "gz"), ("dir.d/x", "x", ""),
    ("x.", "x", ""),
  ])
  func splitsStemAndExtension(_ path: String, _ stem: String, _ ext: String) {
    #expect(Paths.stem(of: path) == stem)
    #expect(Paths.fileExtension(of: path) == ext)
  }
}
