import ArgumentParser

@main
struct GestureBridge: ParsableCommand {
}
