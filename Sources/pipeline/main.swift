import Dispatch
import PipelineCLI

// The command runs beside the main thread, which is left to Dispatch: `receiveOn: main` needs it.
startCommandLine(Array(CommandLine.arguments.dropFirst()))
dispatchMain()
