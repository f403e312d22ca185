import Commands

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

exit(Door.enter(Array(CommandLine.arguments.dropFirst())))
