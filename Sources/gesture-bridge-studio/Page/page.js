// Opens the connection, creates the views, and shows why the studio ended.
import { AttemptsView } from './attempts.js'
import { button, byId, make, prose } from './elements.js'
import { connection } from './connection.js'
import { DraftBar } from './draft.js'
import { GesturesView } from './gestures.js'
import { NewView } from './new.js'
import { NowView } from './now.js'
import { studio } from './studio.js'
import { Tabs } from './tabs.js'

const RETRIES = 10
const RETRY = 1000

const views = {
  show: name => tabs.show(name),
  tune: gesture => { tabs.show('attempts'); attempts.choose(gesture); byId('attempts-gesture').focus() },
}
const tabs = new Tabs(byId('tabs'), (left, shown) => {
  if (left === 'new') newOne.leave()
  if (shown === 'now') now.show()
})
const now = new NowView(byId('now'), number => { tabs.show('attempts'); attempts.open(number) })
const attempts = new AttemptsView(byId('attempts'))
new GesturesView(byId('gestures'), views)
const newOne = new NewView(byId('new'), views)
new DraftBar(byId('changes'))

const banner = (title, inner, tone) => byId('banner').replaceChildren(make('div', { class: 'notice ' + tone }, make('strong', { text: title }), ...inner))

// Chips next to the name of the page: each has a sign and a word, so that nothing depends on its colour.
const showState = () => {
  const { connected, why, paused, mode, readOnly } = studio.facts
  const chip = (sign, text, tone, title) => make('span', { class: 'chip ' + tone, title }, make('span', { 'aria-hidden': 'true', text: sign + ' ' }), text)
  byId('state').replaceChildren(...[
    !connection.isOpen ? chip('○', 'Ended', 'warn') : connected ? chip('●', 'Connected', 'good') : chip('○', 'No daemon', 'warn', why),
    paused && chip('‖', 'Paused', 'warn'), mode && mode !== 'default' && chip('◆', `Mode ${mode}`, ''),
    readOnly && chip('⊘', 'Read only', 'warn'),
  ].filter(Boolean))
}

// A reason as a sentence of its own, without the words that the title already has.
const sentence = reason => {
  const plain = reason.replace(/^the studio has ended[:.]? */i, '')
  return plain ? plain[0].toUpperCase() + plain.slice(1) + (/[.!?]$/.test(plain) ? '' : '.') : 'No reason was given.'
}

const showEnd = (reason, isOver) => {
  showState()
  const hasDraft = studio.isChanged
  banner(isOver ? 'The studio has ended.' : 'The connection is lost.', [
    make('p', {}, ...prose(sentence(reason || '')), ' ',
      ...prose(isOver ? 'To continue, run `gesture-bridge studio` in a terminal: it opens a new page.' : 'If another window shows the studio, close that window. Otherwise run `gesture-bridge studio` again.')),
    hasDraft && make('p', { text: 'Your changes were not written.' }),
    make('p', { class: 'actions' }, button('Connect again', () => open()),
      hasDraft && button('Copy the whole draft', event => { navigator.clipboard.writeText(studio.draft.text).then(() => { event.target.textContent = 'Copied' }) })),
  ].filter(Boolean), 'bad')
}

const ended = async (reason, isOver) => {
  if (isOver) return showEnd(reason, true)
  // After a suspended laptop or a short interruption the studio still runs, so the page connects again.
  banner('The connection is lost.', [make('p', { text: 'Connecting again…' })], 'warn')
  for (let count = 0; count < RETRIES; count++) {
    await new Promise(done => setTimeout(done, RETRY))
    if (await open(true)) return
  }
  showEnd(reason, false)
}

const open = async isSilent => {
  try {
    await connection.open(ended)
    await studio.begin()
    byId('banner').replaceChildren()
    byId('opening').hidden = true
    if (!tabs.shown) tabs.start()
    return true
  } catch (error) {
    if (!isSilent) showEnd(error.message, false)
    return false
  }
}

studio.watch('state', showState)
// Another program has written the rules. The page reads them at once, unless it has changes of its own.
connection.on('rules', () => {
  if (!studio.isChanged) return studio.reread()
  banner('Your rules have changed on disk.', [
    make('p', { text: 'Another program has changed the file while you were editing it here.' }),
    make('p', { class: 'actions' },
      button('Discard my changes', async () => { if (await studio.discard()) byId('banner').replaceChildren() }),
      button('Keep my draft', () => byId('banner').replaceChildren()))], 'warn')
})
open()
