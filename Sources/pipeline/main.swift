// The program's entry: everything it does is in `PipelineCLI`.
