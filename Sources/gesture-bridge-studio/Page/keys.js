// Pressed keys, with the names of the rules file.
import { button, make, setText } from './elements.js'
import { announce } from './messages.js'

const modifiers = [['metaKey', 'Super', ['Meta', 'OS', 'Super']], ['ctrlKey', 'Ctrl', ['Control']], ['altKey', 'Alt', ['Alt']], ['shiftKey', 'Shift', ['Shift']]]
const named = {
  ArrowLeft: 'Left', ArrowRight: 'Right', ArrowUp: 'Up', ArrowDown: 'Down', PageUp: 'Page_Up', PageDown: 'Page_Down',
  Backspace: 'BackSpace', ' ': 'Space', PrintScreen: 'Print', ContextMenu: 'Menu', '+': 'plus', '-': 'minus', ',': 'comma',
  AudioVolumeUp: 'XF86AudioRaiseVolume', AudioVolumeDown: 'XF86AudioLowerVolume', AudioVolumeMute: 'XF86AudioMute',
  MediaPlayPause: 'XF86AudioPlay', MediaTrackNext: 'XF86AudioNext', MediaTrackPrevious: 'XF86AudioPrev', MediaStop: 'XF86AudioStop',
  BrightnessUp: 'XF86MonBrightnessUp', BrightnessDown: 'XF86MonBrightnessDown', BrowserBack: 'XF86Back', BrowserForward: 'XF86Forward',
}

const isModifier = name => modifiers.some(one => one[2].includes(name)) || name === 'AltGraph'

// A key is named by its character without Shift: `Shift+1` and not `Shift+!`.
const keyName = ({ key, code }) => {
  const digit = /^Digit(\d)$/.exec(code)
  if (digit && key.length === 1) return digit[1]
  return named[key] || (key.length === 1 ? key.toLowerCase() : key)
}

const chord = event => [...modifiers.filter(one => event[one[0]]).map(one => one[1]), ...isModifier(event.key) ? [] : [keyName(event)]].join('+')

/** A button that reads the next pressed keys. `caught` gets them, such as `Super+Left`. */
export const keyCatcher = (caught, facts = {}) => {
  let isOpen = false, held = ''
  const idle = 'Press the keys'
  const label = make('span', { text: idle })
  const catcher = button('', () => open(!isOpen), { class: 'catcher', 'aria-pressed': false, ...facts })
  catcher.append(make('span', { 'aria-hidden': 'true', text: '⌨ ' }), label)
  const open = now => {
    isOpen = now
    held = ''
    catcher.setAttribute('aria-pressed', now)
    setText(label, now ? 'Press the keys now…' : idle)
    if (now) announce('Press the keys now, or click to cancel.')
  }
  const end = keys => {
    open(false)
    caught(keys)
    announce(`Keys: ${keys}`)
  }
  catcher.addEventListener('keydown', event => {
    if (!isOpen) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat || ['Dead', 'Process', 'Unidentified'].includes(event.key)) return
    const keys = chord(event)
    if (isModifier(event.key)) {
      // A modifier that is released without another key is the key itself.
      held = keys || 'AltGr'
      setText(label, held + '+…')
    } else {
      end(keys)
    }
  })
  catcher.addEventListener('keyup', event => {
    if (!isOpen) return
    event.preventDefault()
    event.stopPropagation()
    if (held && isModifier(event.key)) end(held)
  })
  catcher.addEventListener('blur', () => open(false))
  return catcher
}
