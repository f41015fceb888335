import { expect, test } from 'vitest'
import type { Entry } from '../../protocol/entry.ts'
import { parseEntry } from './parse-entry.ts'
import { withoutSharedText } from './shared-text.ts'

const LINES = Array.from({ length: 40 }, (_, n) => `line ${n}: naïve "quotes" →`)
const TEXT = LINES.join('\n')
const numbered = (from: number): string => LINES.map((line, n) => `${from + n}→${line}`).join('\n')

const entry = (toolUseResult: unknown, ...content: readonly unknown[]) => ({
  type: 'user',
  uuid: 'u1',
  parentUuid: null,
  isSidechain: false,
  userType: 'external',
  sessionId: 's',
  cwd: '/',
  version: '1',
  gitBranch: '',
  entrypoint: 'cli',
  timestamp: '2026-01-01T00:00:00.000Z',
  message: { role: 'user', content },
  ...(toolUseResult === undefined ? {} : { toolUseResult }),
})
const result = (content: unknown) => ({ type: 'tool_result', tool_use_id: 't', content })
const written = (value: object): string => JSON.stringify(withoutSharedText(value as Entry))
const readBack = (line: string): unknown => {
  const parsed = parseEntry(JSON.parse(line))
  return parsed.kind === 'message' ? parsed.entry : parsed
}

test.each([
  [
    'a file behind its line numbers',
    { type: 'text', file: { filePath: '/a', content: TEXT, numLines: 40 } },
    numbered(1),
  ],
  [
    'a part of a file, with a note behind it',
    { file: { content: TEXT, startLine: 7 } },
    `${numbered(7)}\n[Lines 7 to 46 of 90]`,
  ],
  ['output of a command', { stdout: TEXT, stderr: '', exitCode: 0 }, TEXT],
  ['output with a line end that is not shown', { stdout: `${TEXT}\n\n` }, TEXT],
  ['output behind a status', { stdout: `${TEXT}\n`, exitCode: 3 }, `Exit code 3\n${TEXT}\nwarning`],
  ['a text that is in the data twice', { stdout: TEXT, file: { content: TEXT } }, TEXT],
])('%s is written once and read back whole', (_, output, content) => {
  for (const shown of [content, [{ type: 'text', text: content }]]) {
    const whole = entry(output, result(shown))
    const line = written(whole)
    expect(line.split('line 20:')).toHaveLength(2)
    expect(JSON.parse(line).toolUseResult).toMatchObject(
      'file' in output ? { file: { content: '' } } : { stdout: '' },
    )
    expect(readBack(line)).toEqual(whole)
  }
})

test.each([
  ['a text of a few words', { stdout: 'short' }, 'short'],
  ['a text that the content shortens', { stdout: `${TEXT}\n${TEXT}` }, TEXT],
  ['a text of which a secret is shown as a marker', { stdout: TEXT }, TEXT.replace('line 3', 'secret')],
  ['a file with other line numbers', { file: { content: TEXT } }, numbered(1).replace('5→', '6→')],
  ['data that is a text itself', TEXT, TEXT],
  ['a list', { files: [TEXT] }, TEXT],
  ['a field with a dot in its name', { 'a.b': TEXT }, TEXT],
])('%s stays as it is', (_, output, content) => {
  const whole = entry(output, result(content))
  expect(written(whole)).toBe(JSON.stringify(whole))
  expect(readBack(written(whole))).toEqual(whole)
})

test('results beside others, pictures and prompts stay as they are', () => {
  for (const whole of [
    entry({ stdout: TEXT }, result(TEXT), result(TEXT)),
    entry({ stdout: TEXT }, result([{ type: 'text', text: TEXT }, { type: 'image' }])),
    entry(undefined, { type: 'text', text: TEXT }),
  ])
    expect(written(whole)).toBe(JSON.stringify(whole))
})

test('what a damaged or foreign line says of its texts harms nothing', () => {
  const line = (sharedText: unknown, output: unknown = { stdout: '', n: 1 }) =>
    readBack(JSON.stringify({ ...entry(output, result('abc')), sharedText }))
  const without = (output: unknown) => entry(output, result('abc'))
  for (const odd of [7, [], { n: { of: 3, from: 0, to: 2 } }, { 'stdout.x': { lines: 1 } }, { stdout: 'x' }])
    expect(line(odd)).toEqual(without({ stdout: '', n: 1 }))
  expect(line({ stdout: { of: 3, from: 1, to: 99, end: 3 } })).toEqual(without({ stdout: '', n: 1 }))
  expect(line({ stdout: { of: 3, from: 1, to: 99 } })).toEqual(without({ stdout: 'bc', n: 1 }))
  expect(line({ stdout: { lines: 1 } }, 'text')).toEqual(without('text'))
  expect(line({ __proto__: { lines: 1 }, 'constructor.name': { lines: 1 } })).toEqual(
    without({ stdout: '', n: 1 }),
  )
})

test('a secret that was taken out of a stored session leaves the rest of the text readable', () => {
  const stored = (output: object, content: string) =>
    written(entry(output, result(content))).replaceAll('line 7', '[secret]')
  const shell = readBack(stored({ stdout: TEXT }, `Exit code 3\n${TEXT}`))
  expect(shell).toMatchObject({
    toolUseResult: { stdout: `Exit code 3\n${TEXT.replace('line 7', '[secret]')}` },
  })
  const file = readBack(stored({ file: { content: TEXT } }, numbered(1)))
  expect(file).toMatchObject({ toolUseResult: { file: { content: TEXT.replace('line 7', '[secret]') } } })
})

test('a line that names the same text again and again is not made larger without end', () => {
  const names = Array.from({ length: 500 }, (_, n) => `field${n}`)
  const output = Object.fromEntries(names.map(name => [name, '']))
  const place = { of: numbered(1).length, lines: 40 }
  const sharedText = Object.fromEntries(names.map(name => [name, place]))
  const line = JSON.stringify({ ...entry(output, result(numbered(1))), sharedText })
  expect(JSON.stringify(readBack(line)).split('line 20:').length).toBeLessThan(12)
  // And nothing is written that would not be read.
  const many = entry(Object.fromEntries(names.map(name => [name, TEXT])), result(TEXT))
  expect(readBack(written(many))).toEqual(many)
})

test('lines without their numbers are put together when somebody asks for them, and once', () => {
  const whole = entry({ file: { content: TEXT, numLines: 40 } }, result(numbered(1)))
  const { toolUseResult } = readBack(written(whole)) as { toolUseResult: { file: { content: string } } }
  const before = Object.getOwnPropertyDescriptor(toolUseResult.file, 'content')
  expect(before).toMatchObject({ get: expect.any(Function), enumerable: true })
  expect({ ...toolUseResult.file }.content).toBe(TEXT)
  expect(Object.getOwnPropertyDescriptor(toolUseResult.file, 'content')?.value).toBe(TEXT)
})
