import fc from 'fast-check'
import { expect, test } from 'vitest'
import { characterKey, controlKey, namedKey } from '../terminal/key-press.ts'
import { KeyHub } from './key-hub.ts'

const open = (keepsEscape = false) => {
  const log: string[] = []
  let now = 10_000
  const hub = new KeyHub({
    reader: { read: () => ({ kind: 'none' }) },
    now: () => now,
    prompt: {
      contexts: () => ['Chat'],
      take: ({ key, paste }) => log.push(`prompt ${key?.name ?? paste}`) > 0,
      keepsEscape,
    },
  })
  const dialog = () =>
    hub.listen('Confirmation', ({ key, paste }) => log.push(`dialog ${key?.name ?? paste}`) > 0)
  return { hub, log, dialog, wait: (ms: number) => (now += ms) }
}

test('keys go to the newest dialog, and to the prompt when there is none', () => {
  const { hub, log, dialog } = open()
  hub.key(characterKey('a'))
  const close = dialog()
  hub.key(characterKey('b'))
  close()
  hub.key(characterKey('c'))
  expect(log).toEqual(['prompt a', 'dialog b', 'prompt c'])
})

test('whoever types when a question comes up goes on typing in the prompt until there is a pause', () => {
  const { hub, log, dialog, wait } = open()
  hub.key(characterKey('a'))
  hub.guard()
  dialog()
  for (const letter of 'ys') {
    wait(400)
    hub.key(characterKey(letter))
  }
  hub.paste('words')
  wait(599)
  expect(hub.guarded).toBe(true)
  wait(1)
  hub.key(characterKey('y'))
  expect(log).toEqual(['prompt a', 'prompt y', 'prompt s', 'prompt words', 'dialog y'])
})

test('who answers one question after the other is not taken for somebody who types; a second tap is for nobody', () => {
  const { hub, log, dialog, wait } = open()
  dialog()
  hub.question()
  hub.key(characterKey('1'))
  wait(100)
  hub.guard()
  hub.key(characterKey('1'))
  wait(499)
  expect([hub.guarded, hub.typing]).toEqual([true, false])
  hub.key(characterKey('1'))
  wait(199)
  expect(hub.guarded).toBe(true)
  wait(1)
  expect(hub.guarded).toBe(false)
  hub.key(characterKey('2'))
  expect(log).toEqual(['dialog 1', 'dialog 2'])
})

test('letters right behind an answer are not lost', () => {
  const { hub, log, dialog, wait } = open()
  dialog()
  hub.question()
  hub.key(characterKey('1'))
  wait(100)
  hub.guard()
  for (const sign of 'no 2') {
    hub.key(characterKey(sign))
    wait(50)
  }
  expect(log).toEqual(['dialog 1', 'prompt n', 'prompt o', 'prompt space', 'prompt 2'])
})

/** Everything that could answer, and much that could not. */
const KEYS = [
  ...['enter', 'escape', 'up', 'down', 'tab', 'backspace', 'left'].map(name => namedKey(name)),
  ...'yYnNaA1259 q!是'.split('').map(sign => characterKey(sign)),
]

test('whatever is typed, nothing answers within half a second of the question or of a letter', () => {
  const key = fc.constantFrom(...KEYS)
  const step = fc.record({ key, pause: fc.constantFrom(0, 20, 120, 480, 700), isPaste: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 0, max: 29 }), (steps, appears) => {
      const { hub, log, wait } = open()
      const answered: { readonly name: string; readonly quiet: number }[] = []
      let since = Number.POSITIVE_INFINITY
      for (const [at, { key, pause, isPaste }] of steps.entries()) {
        if (at === appears) {
          hub.guard()
          hub.question()
          hub.listen('Confirmation', press => {
            const { key } = press
            if (key) answered.push({ name: key.text || key.name, quiet: since })
            return press.paste !== undefined || key?.name !== 'tab'
          })
          since = 0
        }
        const before = log.length
        if (isPaste) hub.paste('1')
        else hub.key(key)
        // Text is never lost: it answers, or it is in the draft.
        if (!isPaste && key.text !== '' && at < appears) expect(log.length).toBe(before + 1)
        if (isPaste || (key.text !== '' && !/[0-9 ]/.test(key.text))) {
          expect(log.length).toBe(before + 1)
          if (at >= appears) since = 0
        }
        wait(pause)
        since += pause
      }
      for (const { name, quiet } of answered) {
        expect(name).toMatch(/^(?:[0-9 ]|enter|escape|up|down|left|tab|backspace)$/)
        expect(quiet).toBeGreaterThanOrEqual(500)
      }
    }),
  )
})

test('only somebody who types is told that the keys go to the prompt', () => {
  const { hub, dialog, wait } = open()
  hub.guard()
  dialog()
  expect([hub.guarded, hub.typing]).toEqual([true, false])
  hub.key(characterKey('a'))
  expect(hub.typing).toBe(true)
  wait(600)
  expect([hub.guarded, hub.typing]).toEqual([false, false])
})

test('Ctrl-C counts at once, also right after the question came up; Esc does not answer it yet', () => {
  const { hub, log, dialog, wait } = open()
  hub.guard()
  dialog()
  hub.key(namedKey('escape'))
  hub.key(controlKey(3))
  wait(500)
  hub.key(namedKey('escape'))
  expect(log).toEqual(['dialog c', 'dialog escape'])
})

test('while a question stands letters go to the prompt, or to a field of the question', () => {
  const { hub, log, dialog, wait } = open()
  dialog()
  const answered = hub.question()
  hub.key(characterKey('y'))
  wait(1000)
  const close = hub.listen('Chat', ({ key, paste }) => log.push(`field ${key?.name ?? paste}`) > 0)
  hub.key(characterKey('n'))
  hub.paste('words')
  hub.key(namedKey('enter'))
  wait(600)
  hub.key(namedKey('enter'))
  close()
  answered()
  hub.key(characterKey('j'))
  expect(log).toEqual(['prompt y', 'field n', 'field words', 'field enter', 'dialog j'])
})

test('an Esc that leaves the insert mode of vim answers nothing', () => {
  const { hub, log, dialog, wait } = open(true)
  hub.guard()
  dialog()
  hub.key(namedKey('escape'))
  wait(1000)
  hub.key(namedKey('escape'))
  expect(log).toEqual(['prompt escape', 'dialog escape'])
})

test('keys right behind a paste that nobody has a use for are for nobody; behind one that was taken they count', () => {
  const { hub, log, dialog, wait } = open()
  hub.listen('Confirmation', ({ key }) => key !== undefined && log.push(`question ${key.name}`) > 0)
  hub.paste('text')
  hub.key(characterKey('1'))
  wait(100)
  hub.key(namedKey('enter'))
  wait(499)
  hub.key(characterKey('1'))
  wait(200)
  hub.key(characterKey('2'))
  dialog()
  hub.paste('words')
  hub.key(namedKey('enter'))
  expect(log).toEqual(['question 2', 'dialog words', 'dialog enter'])
})
