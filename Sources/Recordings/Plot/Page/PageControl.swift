/// The part of the page's script that moves the time: by the slider, keys, the list of what happened, or by itself.
enum PageControl {
  static let text = #"""
    const control = {
      place: 0, time: 0, playing: false, near: true,

      get episode() { return facts.episodes[this.place] },

      choose(place, time) {
        this.place = place
        const episode = this.episode, slider = $('time')
        slider.min = episode.from
        slider.max = episode.to
        $('summary').textContent = episode.heading + ': ' + episode.summary
        $('near').hidden = !episode.focus
        ;[...$('choice').children].forEach((item, index) => this.mark(item.firstChild, index === place, $('choice')))
        timeline.show(episode)
        $('events').replaceChildren()
        this.events = episode.moments.map(moment => {
          const button = html('button', { type: 'button', class: moment.kind }, html('li', {}, $('events')))
          button.textContent = milliseconds(moment.time) + '  ' + moment.text
          button.onclick = () => this.go(moment.time)
          return button
        })
        this.draw()
        this.go(time === undefined ? episode.from : time)
      },

      draw() {
        scene.show(this.episode, this.near)
        scene.move(this.time)
      },

      go(time) {
        const episode = this.episode, slider = $('time')
        this.time = Math.min(Math.max(time, episode.from), episode.to)
        slider.value = this.time
        slider.setAttribute('aria-valuetext', milliseconds(this.time))
        $('now').textContent = milliseconds(this.time)
        scene.move(this.time)
        timeline.move(this.time)
        let current = -1
        episode.moments.forEach((moment, index) => {
          if (moment.time <= this.time) current = index
          this.events[index].classList.toggle('later', moment.time > this.time)
        })
        this.events.forEach((button, index) => this.mark(button, index === current, $('events')))
      },

      mark(button, isCurrent, list) {
        if (!isCurrent) return button.removeAttribute('aria-current')
        button.setAttribute('aria-current', 'true')
        const top = button.parentNode.offsetTop - list.firstChild.offsetTop
        const isSeen = top >= list.scrollTop && top + button.offsetHeight <= list.scrollTop + list.clientHeight
        if (!isSeen) list.scrollTop = top - list.clientHeight / 2
      },

      // Any moment of the recording: in the attempt it belongs to, else in the last one before it.
      jump(time) {
        let place = 0
        facts.episodes.forEach((episode, index) => { if (episode.from <= time) place = index })
        this.choose(place, time)
      },

      play(isOn) {
        this.playing = isOn
        $('play').textContent = $('play').dataset[isOn ? 'pause' : 'play']
        $('play').setAttribute('aria-pressed', isOn)
        if (!isOn) return
        if (this.time >= this.episode.to) this.go(this.episode.from)
        let before = performance.now()
        const step = () => {
          if (!this.playing) return
          const now = performance.now()
          this.go(this.time + (now - before) * Number($('speed').value))
          before = now
          if (this.time >= this.episode.to) this.play(false); else requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      },

      key(event) {
        const field = event.target.tagName
        if (field === 'SELECT' || event.ctrlKey || event.altKey || event.metaKey) return
        const step = Math.max((this.episode.to - this.episode.from) / 100, 1) * (event.shiftKey ? 10 : 1)
        const keys = {
          ArrowLeft: () => this.go(this.time - step), ArrowRight: () => this.go(this.time + step),
          Home: () => this.go(this.episode.from), End: () => this.go(this.episode.to)
        }
        if (field !== 'BUTTON') keys[' '] = () => this.play(!this.playing)
        if (!keys[event.key]) return
        event.preventDefault()
        keys[event.key]()
      },

      followHash() {
        const found = /^#t=([0-9.]+)$/.exec(location.hash)
        if (found) this.jump(Number(found[1]))
        return found
      },

      start() {
        facts.episodes.forEach((episode, index) => {
          const button = html('button', { type: 'button' }, html('li', {}, $('choice')))
          button.textContent = `${episode.number}  ${episode.outcome}`
          button.onclick = () => { this.play(false); this.choose(index) }
        })
        $('attempts').hidden = facts.episodes.length < 2
        $('time').oninput = () => this.go(Number($('time').value))
        $('play').onclick = () => this.play(!this.playing)
        $('near').onclick = () => {
          this.near = !this.near
          $('near').setAttribute('aria-pressed', this.near)
          this.draw()
        }
        const point = event => {
          const box = $('lanes').getBoundingClientRect(), share = (event.clientX - box.left) / box.width
          this.go(this.episode.from + share * (this.episode.to - this.episode.from))
        }
        $('lanes').onpointerdown = event => { $('lanes').setPointerCapture(event.pointerId); point(event) }
        $('lanes').onpointermove = event => { if ($('lanes').hasPointerCapture(event.pointerId)) point(event) }
        addEventListener('keydown', event => this.key(event))
        addEventListener('hashchange', () => this.followHash())
        addEventListener('resize', () => this.draw())
        timeline.explain()
        if (!this.followHash()) this.choose(0)
      }
    }
    control.start()
    """#
}
