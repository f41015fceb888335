import { expect, test } from 'vitest'
import type { TuiPorts } from '../../../frontends/tui/ports/tui-ports.ts'
import type { InputEvent } from '../../../frontends/tui/terminal/input-event.ts'
import { flushKeys, NOTHING_READ, pendingMs, readKeys } from '../../../frontends/tui/terminal/key-reader.ts'
import { type AskedTerminal, askTerminal, withTerminalPictures } from './terminal-pictures.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PNG = Buffer.from('image/png').toString('base64')
const answer = (metadata: string, data?: Buffer) =>
  `\u001b]5522;type=read:${metadata}${data ? `;${data.toString('base64')}` : ''}\u001b\\`
const WHOLE = [
  answer('status=OK'),
  answer(`status=DATA:mime=${PNG}`, PIXEL.subarray(0, 30)),
  answer(`status=DATA:mime=${PNG}`, PIXEL.subarray(30)),
  answer('status=DONE'),
]

/** A terminal that answers what it was made to answer. */
const terminalThat = (answers: readonly string[]) => {
  const asked: string[] = []
  let listener: ((event: InputEvent) => void) | undefined
  const terminal: AskedTerminal = {
    screen: {
      signal(sequence) {
        asked.push(sequence)
        let state = NOTHING_READ
        for (const chunk of answers) {
          const read = readKeys(state, Buffer.from(chunk))
          state = read.state
          for (const event of read.events) listener?.(event)
        }
      },
    },
    overhear(heard) {
      listener = heard
      return () => (listener = undefined)
    },
  }
  return { terminal, asked, listens: () => listener !== undefined }
}

test('kitty hands out a picture in parts, and is listened to no longer', async () => {
  const { terminal, asked, listens } = terminalThat(WHOLE)
  expect(await askTerminal(terminal)).toEqual(PIXEL)
  expect(asked).toEqual([`\u001b]5522;type=read;${PNG}\u001b\\`])
  expect(listens()).toBe(false)
})

test.each([
  ['a refusal', [answer('status=EPERM')]],
  ['no picture', [answer('status=OK'), answer('status=DONE')]],
  ['an error in the middle', [...WHOLE.slice(0, 2), answer('status=EIO')]],
])('%s is none', async (_name, answers) => {
  expect(await askTerminal(terminalThat(answers).terminal)).toBeUndefined()
})

test('a terminal that never answers is given up', async () => {
  expect(await askTerminal(terminalThat([]).terminal, 1)).toBeUndefined()
})

test('however slowly the answer comes, nothing of it is taken for keys', () => {
  const bytes = Buffer.from(WHOLE.join(''))
  let state = NOTHING_READ
  const events: InputEvent[] = []
  for (let at = 0; at < bytes.length; at += 7) {
    const read = readKeys(state, bytes.subarray(at, at + 7))
    events.push(...read.events)
    state = read.state
    // The wait is over before more comes; where it has only begun nobody can know what it is.
    if (state.text.length > 8) {
      expect(pendingMs(state)).toBeUndefined()
      state = flushKeys(state).state
    }
  }
  expect(events.map(({ type }) => type)).toEqual(WHOLE.map(() => 'reply'))
})

const portsOf = (terminal: object, here?: object): TuiPorts =>
  ({ system: { terminal, clipboardImage: async () => here } }) as unknown as TuiPorts

test('only where this machine has none, and only kitty itself, is asked', async () => {
  const kitty = { program: 'kitty', tmux: false }
  const ask = async (ports: TuiPorts) => {
    const { terminal, asked } = terminalThat(WHOLE)
    const block = await withTerminalPictures(ports, terminal).system.clipboardImage()
    return [block?.type, asked.length]
  }
  expect(await ask(portsOf(kitty))).toEqual(['image', 1])
  expect(await ask(portsOf(kitty, { type: 'image' }))).toEqual(['image', 0])
  expect(await ask(portsOf({ ...kitty, tmux: true }))).toEqual([undefined, 0])
  expect(await ask(portsOf({ ...kitty, program: 'vte' }))).toEqual([undefined, 0])
})
