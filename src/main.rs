fn main() -> std::process::ExitCode {
    rmt::cli::main()
}
