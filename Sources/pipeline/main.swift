import Dispatch
import PipelineCLI

// A run goes on beside the main thread, which is left to Dispatch: `receiveOn: main` needs it.
startCommandLine(Array(CommandLine.arguments.dropFirst()))
dispatchMain()
