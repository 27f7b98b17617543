/// Which of the declared names something asks for. Used on one thread.
final class UsedNames {
  var inputs: Set<String> = []
  /// Whether `$inputs` is taken as a whole somewhere.
  var allInputs = false
  var clients: Set<String> = []
  var types: Set<String> = []

  /// The inputs that what is read in `body` asks for; `nil` where it takes them as a whole.
  func inputs<Result>(of body: () -> Result) -> (result: Result, inputs: Set<String>?) {
    let outer = (inputs, allInputs)
    (inputs, allInputs) = ([], false)
    let result = body()
    let found = allInputs ? nil : inputs
    inputs.formUnion(outer.0)
    allInputs = allInputs || outer.1
    return (result, found)
  }
}
