import Bindings
import GestureCore

extension Explanation {
  /// The explanation for people: lines of at most 80 columns. `recording` is what the file is called.
  public func text(recording: String) -> String {
    var page = Page()
    if rules.gestures.isEmpty {
      page.add(Self.noGestures, hanging: 0)
    } else if attemptCount == 0 {
      page.add(Self.nothingToExplain(recording), hanging: Self.indent)
    } else {
      for place in places where !place.exclusions.isEmpty { add(place, to: &page) }
      for account in accounts {
        if !page.text.isEmpty { page.addBlankLine() }
        page.add(heading(account), hanging: Self.inner)
        if gesture == nil { addGroups(account, to: &page) } else { addSteps(account, to: &page) }
      }
      addSummary(to: &page)
    }
    return page.text
  }

  private static let indent = 2
  private static let inner = 4

  private func add(_ place: Place, to page: inout Page) {
    if gesture != nil {
      for exclusion in place.exclusions { page.add(excluded(exclusion, from: place), hanging: Self.indent) }
      return
    }
    if !page.text.isEmpty { page.addBlankLine() }
    page.add(excluded(place), hanging: Self.inner)
    let said = place.exclusions.map { exclusion in
      (names.gesture(exclusion.gesture), EntryWords(what: exclusion.obstacle.reason, time: nil, reason: nil))
    }
    add(Self.grouped(said), indent: Self.indent, to: &page)
  }

  private func addSummary(to page: inout Page) {
    guard attemptCount > 1 else { return }
    if let gesture {
      page.addBlankLine()
      page.add(recognized(gesture, in: accounts.count { !$0.winners.isEmpty }), hanging: Self.indent)
    } else if !hasWinners {
      page.addBlankLine()
      page.add(Self.nothingInAny(attemptCount), hanging: Self.indent)
    }
  }
}

// All gestures of an attempt
extension Explanation {
  /// Gestures of which the same is said.
  private struct Group {
    var names: [String]
    var words: EntryWords
    var sharesTime = true

    var sentences: [String] { [words.sentence(withTime: sharesTime)] + words.others }
  }

  private func addGroups(_ account: Account, to page: inout Page) {
    let entries = account.entries
    if account.winners.isEmpty { page.add(Self.nothingRecognized, indent: Self.indent, hanging: Self.inner) }
    let others = entries.filter { !$0.isWinner && !$0.isWaiting && !$0.isNear }
    let winners = account.winners.map { Group(names: [names.gesture($0.gesture)], words: names.words($0)) }
    let parts: [(heading: String, groups: [Group])] = [
      (Self.recognizedHeading, winners),
      (Self.waitedHeading, grouped(entries.filter(\.isWaiting))),
      (Self.nearHeading, grouped(entries.filter(\.isNear))), (Self.othersHeading, grouped(others)),
    ]
    for part in parts where !part.groups.isEmpty {
      page.add(part.heading, indent: Self.indent, hanging: Self.inner)
      add(part.groups, indent: Self.inner, to: &page)
    }
  }

  private func grouped(_ entries: [Account.Entry]) -> [Group] {
    Self.grouped(entries.map { (names.gesture($0.gesture), names.words($0)) })
  }

  /// Those of which the same is said, but for the time, in one; in the order of the first of each.
  private static func grouped(_ entries: [(name: String, words: EntryWords)]) -> [Group] {
    var groups: [Group] = []
    for entry in entries {
      let sentences = [entry.words.sentence(withTime: false)] + entry.words.others
      let same = groups.firstIndex { [$0.words.sentence(withTime: false)] + $0.words.others == sentences }
      if let same {
        groups[same].names.append(entry.name)
        if groups[same].words.time != entry.words.time { groups[same].sharesTime = false }
      } else {
        groups.append(Group(names: [entry.name], words: entry.words))
      }
    }
    return groups
  }

  private func add(_ groups: [Group], indent: Int, to page: inout Page) {
    let lists = groups.map { $0.names.joined(separator: ", ") }
    let column = lists.map(\.count).filter { $0 <= Page.widestColumn }.max() ?? 0
    for (list, group) in zip(lists, groups) { page.add(list, group.sentences, indent: indent, column: column) }
  }
}

// Each step of a single gesture
extension Explanation {
  private func addSteps(_ account: Account, to page: inout Page) {
    for entry in account.entries {
      let words = names.words(entry)
      page.add("\(names.gesture(entry.gesture)) \(words.sentence())", indent: Self.indent, hanging: Self.inner)
      for other in words.others { page.add(other, indent: Self.inner, hanging: Self.inner) }
    }
    guard let course = account.entries.first?.course else { return }
    for step in names.steps(course, in: account) {
      let time = names.moment(step.time)
      page.add("\(time)  \(step.words)", indent: Self.inner, hanging: Self.inner + time.count + Self.indent)
    }
  }
}
