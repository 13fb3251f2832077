#!/usr/bin/python3
"""Whether a page is for everybody: what can be measured of WCAG 2.2 AA on the present page in a real browser.

Names, roles, references, ids, labels, contrast as it is computed, headings, live regions, the size of targets, sideways scrolling, and
by real keys: the order of focus and whether it is seen. `faults(browser)` is a list of sentences, empty if all is well.
"""

# The checks of the present page. Each function pushes sentences to `faults`.
AUDIT = r"""
(() => {
  const faults = []
  const path = node => {
    const own = node.id ? '#' + node.id : node.className && typeof node.className === 'string' ? '.' + node.className.trim().split(/\s+/).join('.') : ''
    const text = (node.getAttribute('aria-label') || node.textContent || '').trim().slice(0, 30)
    return `<${node.tagName.toLowerCase()}${own}${text ? ` "${text}"` : ''}>`
  }
  const isShown = node => node.checkVisibility({ checkVisibilityCSS: true, contentVisibilityAuto: false }) && node.getClientRects().length > 0
  const isUnseen = node => { const style = getComputedStyle(node); return style.position === 'absolute' && style.clipPath !== 'none' }
  // While a dialog is open, only what is in it can be used.
  const root = document.querySelector('dialog[open]') || document.body
  const all = [...root.querySelectorAll('*')].filter(isShown)
  const isHidden = node => node.closest('[aria-hidden=true]')
  const interactive = all.filter(node => node.matches('a[href], button, input, select, textarea, summary, [tabindex], [role=button], [role=tab], [role=slider], [role=radio], [role=checkbox], [role=link]'))

  // The name as a screen reader would say it: the main steps of the computation of accessible names.
  const textOf = node => {
    if (node.nodeType === Node.TEXT_NODE) return node.data
    if (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute('aria-hidden') === 'true' || node.hidden) return ''
    return node.getAttribute('aria-label') || [...node.childNodes].map(textOf).join(' ')
  }
  const nameOf = node => {
    const by = node.getAttribute('aria-labelledby')
    if (by) return by.split(/\s+/).map(id => document.getElementById(id)).filter(Boolean).map(textOf).join(' ').trim()
    if (node.getAttribute('aria-label')) return node.getAttribute('aria-label').trim()
    if (node.labels && node.labels.length) return [...node.labels].map(textOf).join(' ').trim()
    if (node.matches('input, select, textarea')) return (node.getAttribute('title') || '').trim()
    if (node.matches('fieldset')) return textOf(node.querySelector('legend') || document.createTextNode('')).trim()
    return (textOf(node) || node.getAttribute('title') || '').replace(/\s+/g, ' ').trim()
  }

  for (const node of interactive) {
    if (isHidden(node)) faults.push(`${path(node)} can have the focus and is hidden from screen readers`)
    if (node.tabIndex < 0 && node.matches('main')) continue
    if (!nameOf(node)) faults.push(`${path(node)} has no name`)
    if (node.tabIndex > 0) faults.push(`${path(node)} has a tabindex above 0`)
  }
  for (const node of all.filter(one => one.matches('canvas, [role=img], [role=region], [role=group], [role=radiogroup], [role=tablist], [role=tabpanel], dialog, fieldset'))) {
    if (!isHidden(node) && !nameOf(node)) faults.push(`${path(node)} has no name`)
  }
  for (const node of all.filter(one => one.matches('svg') && !one.closest('svg svg'))) {
    if (!isHidden(node) && node.getAttribute('role') !== 'img') faults.push(`${path(node)} is neither hidden from screen readers nor an image with a name`)
  }

  const roles = 'alert alertdialog application article banner button cell checkbox columnheader combobox complementary contentinfo dialog document feed figure form grid gridcell group heading img link list listbox listitem log main marquee math menu menubar menuitem meter navigation none note option presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status switch tab table tablist tabpanel term textbox timer toolbar tooltip tree treegrid treeitem'.split(' ')
  const needs = { slider: ['aria-valuenow', 'aria-valuemin', 'aria-valuemax', 'aria-valuetext'], tab: ['aria-selected', 'aria-controls'], checkbox: ['aria-checked'], meter: ['aria-valuenow'], heading: ['aria-level'] }
  for (const node of all.filter(one => one.hasAttribute('role'))) {
    const role = node.getAttribute('role')
    if (!roles.includes(role)) faults.push(`${path(node)} has the role ${role}, which there is not`)
    for (const need of needs[role] || []) if (!node.hasAttribute(need)) faults.push(`${path(node)}, a ${role}, has no ${need}`)
    if (role === 'tab' && !node.closest('[role=tablist]')) faults.push(`${path(node)} is a tab outside of a list of tabs`)
    if (role === 'slider') {
      const at = name => Number(node.getAttribute('aria-value' + name))
      if (!(at('min') <= at('now') && at('now') <= at('max'))) faults.push(`${path(node)} is at ${at('now')}, outside of ${at('min')} to ${at('max')}`)
    }
  }
  for (const node of all.filter(one => one.hasAttribute('aria-pressed') && !one.matches('button, [role=button]'))) faults.push(`${path(node)} is pressed and no button`)
  for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for']) {
    for (const node of all.filter(one => one.hasAttribute(name))) {
      for (const id of node.getAttribute(name).split(/\s+/)) if (!document.getElementById(id)) faults.push(`${path(node)}: ${name} says #${id}, which there is not`)
    }
  }
  const ids = new Map()
  for (const node of document.querySelectorAll('[id]')) ids.set(node.id, (ids.get(node.id) || 0) + 1)
  for (const [id, count] of ids) if (count > 1) faults.push(`#${id} is there ${count} times`)

  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(one => isShown(one) && root.contains(one)).map(one => [Number(one.tagName[1]), one])
  if (root === document.body && levels.filter(one => one[0] === 1).length !== 1) faults.push('there is not exactly one heading of the first level')
  levels.forEach(([level, node], place) => { if (place && level > levels[place - 1][0] + 1) faults.push(`${path(node)} skips a level of headings`) })
  if (!document.documentElement.lang) faults.push('the page has no language')
  if (!document.title) faults.push('the page has no title')
  if (root === document.body) {
    if (!document.querySelector('main')) faults.push('there is no main part')
    if (!document.querySelector('[role=status]')) faults.push('there is no polite live region')
    for (const node of document.querySelectorAll('[aria-live], [role=status], [role=alert], [role=log]')) {
      if (node.parentElement.closest('[aria-live], [role=status], [role=alert], [role=log]')) faults.push(`${path(node)} is a live region in another one`)
    }
  }

  // Contrast, from what the browser has computed.
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const known = new Map()
  const rgba = colour => {
    if (!known.has(colour)) {
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
      known.set(colour, [r, g, b, a / 255])
    }
    return known.get(colour)
  }
  const over = (front, back) => { const a = front[3]; return [0, 1, 2].map(place => front[place] * a + back[place] * (1 - a)).concat(1) }
  const backOf = node => {
    const layers = []
    for (let outer = node; outer; outer = outer.parentElement) {
      const style = getComputedStyle(outer)
      if (outer instanceof SVGElement && !outer.matches('svg')) continue
      const colour = rgba(style.backgroundColor)
      if (colour[3] > 0) layers.push(colour)
      if (colour[3] === 1) break
    }
    return layers.reverse().reduce((back, front) => over(front, back), rgba('Canvas'))
  }
  const opacityOf = node => { let all = 1; for (let outer = node; outer; outer = outer.parentElement) all *= Number(getComputedStyle(outer).opacity); return all }
  const light = ([r, g, b]) => [r, g, b].map(one => one / 255).map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, place) => sum + one * [0.2126, 0.7152, 0.0722][place], 0)
  const ratio = (one, other) => { const [a, b] = [light(one), light(other)].sort((x, y) => y - x); return (a + 0.05) / (b + 0.05) }
  const texts = new Set()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) if (walker.currentNode.data.trim()) texts.add(walker.currentNode.parentElement)
  let least = 99, judged = 0
  const judge = (node, colour, back, what) => {
    const style = getComputedStyle(node), size = parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    const front = rgba(colour), now = ratio(over([...front.slice(0, 3), front[3] * opacityOf(node)], back), back)
    least = Math.min(least, now)
    judged++
    if (now < (isLarge ? 3 : 4.5)) faults.push(`${path(node)}: ${what} has a contrast of ${now.toFixed(2)}`)
  }
  for (const node of texts) {
    if (!isShown(node) || isUnseen(node) || node.closest('.unseen, option, title, :disabled, noscript')) continue
    if (node instanceof SVGElement) {
      const box = node.previousElementSibling?.matches('rect') ? rgba(getComputedStyle(node.previousElementSibling).fill) : [0, 0, 0, 0]
      judge(node, getComputedStyle(node).fill, over(box, backOf(node)), 'its text')
    } else judge(node, getComputedStyle(node).color, backOf(node), 'its text')
  }
  for (const node of all.filter(one => one.matches('input[placeholder], textarea[placeholder]') && !one.disabled)) {
    judge(node, getComputedStyle(node, '::placeholder').color, backOf(node), 'its placeholder')
  }
  for (const node of all.filter(one => one.matches('input:not([type=radio], [type=checkbox]), select, textarea') && !one.disabled)) {
    const style = getComputedStyle(node)
    if (parseFloat(style.borderTopWidth) === 0) continue
    const now = ratio(over(rgba(style.borderTopColor), backOf(node.parentElement)), backOf(node.parentElement))
    if (now < 3) faults.push(`${path(node)}: its border has a contrast of ${now.toFixed(2)}`)
  }

  for (const node of interactive.filter(one => !one.disabled && !isUnseen(one) && !one.matches('main, .skip, [role=region], ol, pre'))) {
    const label = node.matches('input[type=radio], input[type=checkbox]') && node.labels[0]?.getBoundingClientRect()
    const box = node.getBoundingClientRect()
    const [width, height] = [Math.max(box.width, label ? label.width : 0), Math.max(box.height, label ? label.height : 0)]
    if (width < 23.9 || height < 23.9) faults.push(`${path(node)} is a target of ${Math.round(width)} × ${Math.round(height)} px`)
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) {
    const wide = all.filter(one => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1 && !one.closest('.scrolls, .difference, pre, textarea, .stage')).slice(0, 3)
    faults.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} px in ${document.documentElement.clientWidth}; ${wide.map(path).join(', ')}`)
  }
  return { faults, texts: judged, interactive: interactive.length, least: Number(least.toFixed(2)) }
})()
"""

# The elements that Tab has to reach: in a group of buttons for arrow keys only the selected one.
REACHABLE = r"""
(() => {
  const root = document.querySelector('dialog[open]') || document.body
  let number = 0
  const radios = new Set()
  for (const node of root.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')) {
    if (node.tabIndex < 0 || node.disabled || node.matches('fieldset:disabled *:not(summary)') || !node.checkVisibility({ checkVisibilityCSS: true })) continue
    if (!node.getClientRects().length) continue
    if (node.type === 'radio') { if (radios.has(node.name)) continue; radios.add(node.name) }
    node.dataset.stop = number++
  }
  return number
})()
"""

# The place of the focus, and whether it is visible.
FOCUS = r"""
(() => {
  const node = document.activeElement
  if (!document.hasFocus() || !node || node === document.body || node === document.documentElement) return null
  node.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const seen = [node, node.parentElement].some(one => {
    const style = getComputedStyle(one)
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && (one === node || one.matches(':focus-within'))
  })
  const box = node.getBoundingClientRect(), x = box.left + box.width / 2
  const places = [0.5, 0.1, 0.9].map(share => document.elementFromPoint(x, box.top + box.height * share))
  const isCovered = box.height > 0 && !places.some(one => one && (one === node || node.contains(one) || one.contains(node) || one.closest('label')))
  const radio = node.type === 'radio' ? document.querySelector(`[name="${node.name}"][data-stop]`) : null
  const stops = [...document.querySelectorAll('[data-stop]')].map(one => Number(one.dataset.stop))
  return { stop: (radio || node).dataset.stop ?? null, stops, seen, covered: isCovered,
    what: `<${node.tagName.toLowerCase()}${node.id ? '#' + node.id : '.' + node.className} "${(node.getAttribute('aria-label') || node.textContent || '').trim().slice(0, 30)}">` }
})()
"""


def audit(browser):
    """The faults of the present page, and how much was looked at."""
    return browser.evaluate(AUDIT)


def focus_faults(browser, limit=400):
    """Goes through the page by Tab from its top: all can be reached, each time the focus is seen, and nothing holds it."""
    browser.evaluate("document.querySelectorAll('[data-stop]').forEach(one => delete one.dataset.stop)")
    count = browser.evaluate(REACHABLE)
    # Forth and back, so that the first stop has the focus by keys, as all others have it.
    browser.evaluate("(() => { scrollTo({ top: 0, behavior: 'instant' }); document.querySelector('[data-stop=\"0\"]').focus(); return 0 })()")
    browser.key("Tab")
    browser.key("Shift", "Tab")
    reached, stops, faults, order = set(), set(range(count)), [], []
    for _ in range(min(count + 12, limit)):
        place = browser.evaluate(FOCUS)
        if place is not None:
            # A note may have disappeared by itself meanwhile.
            stops &= set(place["stops"])
            if place["stop"] is not None:
                reached.add(int(place["stop"]))
                order.append(int(place["stop"]))
            if not place["seen"]:
                faults.append(f"{place['what']} has the focus, and nothing shows it")
            if place["covered"]:
                faults.append(f"{place['what']} has the focus behind something else")
        # Another Tab would move the focus to the browser's bars, from which Firefox doesn't let a program return.
        if stops <= reached:
            break
        browser.key("Tab")
    missed = [one for one in browser.evaluate(
        "[...document.querySelectorAll('[data-stop]')].map(one => [Number(one.dataset.stop), one.outerHTML.slice(0, 120)])")
        if one[0] not in reached]
    faults += [f"Tab does not reach {what}" for _, what in missed[:10]]
    first = order[:len(set(order))]
    backwards = sum(1 for before, after in zip(first, first[1:]) if after < before)
    if backwards > 2:
        faults.append(f"the focus jumps back {backwards} times")
    return faults


def motion_faults(browser):
    """With less motion asked for, nothing moves by itself."""
    return browser.evaluate(r"""
      [...document.querySelectorAll('*')].filter(one => {
        const style = getComputedStyle(one)
        return style.animationName !== 'none' || style.transitionDuration.split(',').some(time => parseFloat(time) > 0)
      }).slice(0, 5).map(one => `<${one.tagName.toLowerCase()} class="${one.className}"> moves though less motion is asked for`)""")


def faults(browser, keys=True):
    """All faults of the present page."""
    found = audit(browser)["faults"]
    return found + focus_faults(browser) if keys else found
