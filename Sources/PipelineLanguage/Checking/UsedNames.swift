/// Which of the declared names something asks for. Used on one thread.
final class UsedNames {
  var inputs: Set<String> = []
  /// Whether `$inputs` is taken as a whole somewhere.
  var allInputs = false
  var clients: Set<String> = []
  var types: Set<String> = []
}
