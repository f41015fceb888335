import { expect, test } from 'vitest'
import { KeyHub } from './key-hub.ts'
import { characterKey, controlKey, namedKey } from './terminal/key-press.ts'

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
  hub.key(characterKey('1'))
  wait(100)
  hub.guard()
  hub.key(characterKey('1'))
  wait(150)
  expect([hub.guarded, hub.typing]).toEqual([true, false])
  hub.key(characterKey('1'))
  wait(200)
  expect(hub.guarded).toBe(false)
  hub.key(characterKey('2'))
  expect(log).toEqual(['dialog 1', 'dialog 2'])
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

test('Esc and Ctrl-C count at once, also right after the question came up', () => {
  const { hub, log, dialog } = open()
  hub.guard()
  dialog()
  hub.key(namedKey('escape'))
  hub.key(controlKey(3))
  expect(log).toEqual(['dialog escape', 'dialog c'])
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
