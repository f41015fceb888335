// A program for tests of the terminal layer: a line that is edited between two rules, with the size below it. Enter
// prints the line as finished; `!` starts an editor that writes a line, Ctrl-Z stops, Ctrl-D ends, Ctrl-K throws.
import { factsFrom } from '../../../src/frontends/tui/terminal/facts.ts'
import type { InputEvent } from '../../../src/frontends/tui/terminal/input-event.ts'
import type { Frame } from '../../../src/frontends/tui/terminal/screen-port.ts'
import { openTerminalSession } from '../../../src/frontends/tui/terminal/session.ts'
import { graphemesOf } from '../../../src/lib/graphemes.ts'
import { textWidth } from '../../../src/lib/text-width.ts'

const session = openTerminalSession({
  input: process.stdin,
  output: process.stdout,
  facts: factsFrom(process.env),
  jobs: {
    stop: () => process.kill(process.pid, 'SIGTSTP'),
    onContinue(listener) {
      process.on('SIGCONT', listener)
      return () => void process.off('SIGCONT', listener)
    },
  },
})
const { screen } = session
process.on('exit', () => session.close())

let text = ''
const frame = (): Frame => {
  const rule = '─'.repeat(screen.width)
  const { columns, rows } = screen.size
  return {
    lines: [rule, `> ${text}`, rule, `size ${columns}x${rows}`],
    caret: { x: 2 + textWidth(text), y: 1 },
  }
}
screen.onResize(() => screen.draw(frame()))
screen.draw(frame())

const onKey = (name: string, typed: string): void => {
  if (name === 'ctrl+d') process.exit(0)
  if (name === 'ctrl+k') throw new Error('on purpose')
  if (name === 'ctrl+z') void session.stop()
  if (name === 'enter') {
    const line = text
    text = ''
    screen.draw(frame(), line.split('|'))
  }
  if (name === 'backspace') text = graphemesOf(text).slice(0, -1).join('')
  if (typed === '!') void screen.suspend(async () => void process.stdout.write('the editor was here\n'))
  else text += typed
}
session.events((event: InputEvent) => {
  if (event.type === 'key') onKey((event.key.ctrl ? 'ctrl+' : '') + event.key.name, event.key.text)
  if (event.type === 'paste') text += `[${event.text.split('\n').length} lines]`
  screen.draw(frame())
})
