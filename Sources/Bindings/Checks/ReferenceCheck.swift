import GestureCore

extension CheckContext {
  /// Checks that the gestures, kinds and tags named in a file exist, and that relations of gestures have an effect.
  func checkReferences() {
    // The names and tags of gestures that could not be read count too.
    let (known, tags) = (Set(names), Set(sections.flatMap { $0.tags.map(\.value) }))
    for index in gestures.indices {
      if onlyObserves(index) {
        refuseRelations(of: index)
      } else {
        for mention in gestures[index].relations.mentions {
          check(mention, of: index, known, tags)
          refuseObserver(mention)
        }
      }
    }
    guard isWhole else { return }
    for name in bindings.map(\.gesture) where !known.contains(name.value) {
      problems.error(
        at: name.range, "there is no gesture \(name.value.quoted)",
        fix: didYouMean(name.value, among: names)
          ?? (name.value.contains("*")
            ? "name each gesture: `gesture = [\"NAME\", \"NAME\"]`"
            : "write the name of an existing gesture, or add a section `[gesture.\(tomlKey(name.value.short))]`"))
    }
  }

  private var names: [String] { sections.map(\.name.value) }

  private func check(_ mention: Mention, of index: Int, _ known: Set<String>, _ tags: Set<String>) {
    switch mention.reference {
    case .gesture(let name):
      if isWhole, !known.contains(name) {
        problems.error(
          at: mention.range, "there is no gesture \(name.quoted)",
          fix: didYouMean(name, among: names) ?? "write the NAME of a `[gesture.NAME]`, or a kind, such as \"kind:tap\""
        )
      }
      // A gesture that waits for itself is a circle, which another check reports.
      if name == self.rule(index).name, !mention.key.hasConditions {
        problems.error(
          at: mention.range, "`\(mention.key.rawValue)` names the gesture itself", fix: "name another gesture")
      }
    case .kind(let name):
      guard kinds.kind(named: name) == nil else { return }
      let meant = Nearest.name(to: name, among: kinds.names).map { didYouMean(Reference.kindPrefix + $0) + " " }
      problems.error(
        at: mention.range, "unknown gesture kind \(name.quoted)",
        fix: (meant ?? "") + "\(DiagnosticText.listCommand) lists all kinds")
    case .tag(let name):
      guard isWhole else { return }
      if !tags.contains(name) {
        problems.error(
          at: mention.range, "no gesture has the tag \(name.quoted)",
          fix: Nearest.name(to: name, among: tags.sorted()).map { didYouMean(Reference.tagPrefix + $0) }
            ?? "add the tag to a gesture: `tags = [\(name.quoted)]`")
      } else if references.members(mention.reference) == [index] {
        problems.error(
          at: mention.range, "only this gesture has the tag \(name.quoted)",
          fix: "give the tag to another gesture too, or write the other gesture's name instead of the tag")
      }
    }
  }

  /// Reports all relations of a gesture that only observes: such relations have no effect.
  private func refuseRelations(of index: Int) {
    let kind = self.rule(index).kind.withArticle
    for (key, range) in gestures[index].relations.ranges {
      problems.error(
        at: range,
        "`\(key.rawValue)` has no effect on \(kind), which never waits for other gestures and never takes touches from them",
        fix: "remove `\(key.rawValue)`")
    }
  }

  /// Reports a relation's mention of a name, kind or tag if all gestures with this name, kind or tag only observe.
  private func refuseObserver(_ mention: Mention) {
    let named: [Kind] =
      switch mention.reference {
      case .kind(let name): kinds.kind(named: name).map { [$0] } ?? []
      case .gesture, .tag: rules.gestures.filter(mention.reference.names).map(\.kind)
      }
    guard let kind = named.first, named.allSatisfy(\.traits.onlyObserves) else { return }
    problems.error(
      at: mention.range,
      "\(mention.reference.written.quoted) names \(kind.withArticle), which only watches touches: other gestures never wait for it or "
        + "lose touches to it",
      fix: "remove \(mention.reference.written.quoted)")
  }
}
