import { expect, test } from 'vitest'
import { openFakeUi } from '../../../../test/support/fake-ui.tsx'
import { scrollTo } from './scroll-keys.ts'
import { findLine, ScrollLines } from './scroll-lines.tsx'

const lines = Array.from({ length: 50 }, (_, at) => `row ${at}`)
const open = async (keys: 'all' | 'pages' = 'all') => {
  const fake = await openFakeUi()
  let cancelled = 0
  const cancel = (): void => {
    cancelled += 1
  }
  await fake.mount(<ScrollLines lines={lines} rows={10} keys={keys} onCancel={cancel} />)
  return Object.assign(fake, { cancels: () => cancelled })
}

test.each([
  [['down', 'j'], 2],
  [['end'], 40],
  [['G'], 40],
  [['G', 'g'], 0],
  [['pagedown'], 9],
  [['space', 'b'], 0],
  [['ctrl+d'], 5],
  [['up'], 0],
  [['G', 'down'], 40],
])('%j shows from row %i', async (keys, from) => {
  await using fake = await open()
  await fake.pressAtOnce(...keys)
  expect(fake.screen()[0]).toBe(`row ${from}`)
})

test('it says which part is shown; few lines need no such word', async () => {
  await using fake = await open()
  expect(fake.screen().at(-1)).toBe('1–10 / 50 ↓')
  await fake.press('end')
  expect(fake.screen().at(-1)).toBe('41–50 / 50')
  await fake.mount(<ScrollLines lines={['a']} rows={10} />)
  expect(fake.screen()).toEqual(['a'])
})

test('a slash finds words, n and N go on, Esc forgets them before it closes', async () => {
  await using fake = await open()
  await fake.pressAtOnce('/', '4')
  expect(fake.screen()[0]).toBe('row 4')
  await fake.press('enter', 'n')
  expect(fake.screen()[0]).toBe('row 14')
  await fake.press('N')
  expect(fake.screen()[0]).toBe('row 4')
  await fake.press('escape')
  expect(fake.cancels()).toBe(0)
  await fake.press('q')
  expect(fake.cancels()).toBe(1)
})

test('words that are nowhere are said to be', async () => {
  await using fake = await open()
  await fake.press('/', 'x', 'x')
  expect(fake.screen().at(-1)).toContain('not found')
  await fake.press('backspace', 'backspace')
  expect(fake.screen().at(-1)).not.toContain('not found')
})

test('by pages only, all other keys are left to others', async () => {
  await using fake = await open('pages')
  await fake.press('down', 'j', 'q', '/', 'escape')
  expect([fake.screen()[0], fake.cancels()]).toEqual(['row 0', 0])
  await fake.press('pagedown', 'ctrl+d')
  expect(fake.screen()[0]).toBe('row 14')
})

test('a key of another context counts by its name', () => {
  const key = { name: 'up', text: '', ctrl: false, alt: false, shift: false, super: false }
  const place = { from: 5, rows: 3, last: 9 }
  expect(scrollTo({ key, action: 'confirm:previous' }, place)).toBe(4)
  expect(scrollTo({ key: { ...key, name: 'x', text: 'x' } }, place)).toBeUndefined()
  expect(scrollTo({ paste: 'x' }, place)).toBeUndefined()
})

test.each([
  [{ from: 0, step: 1 } as const, 'B', 1],
  [{ from: 2, step: 1 } as const, 'b', 1],
  [{ from: -1, step: -1 } as const, 'a', 2],
  [{ from: 0, step: 1 } as const, 'z', undefined],
  [{ from: 0, step: 1 } as const, '', undefined],
])('from %j, %j is in line %j', (where, query, at) => {
  expect(findLine(['a', '\u001b[1mb\u001b[0m', 'a'], query, where)).toBe(at)
})
