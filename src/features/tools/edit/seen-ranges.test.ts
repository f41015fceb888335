import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { readTool } from '../read/read.ts'
import { writeTool } from '../write/write.ts'
import { editTool } from './edit.ts'

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, n) => `<line ${n + 1}>\n`).join('')

const start = async (
  lines: number,
  ranges: readonly { readonly offset: number; readonly limit: number }[],
) => {
  const call = makeToolCall()
  const path = join(call.cwd, 'a.txt')
  writeFileSync(path, numbered(lines))
  for (const range of ranges) await runTool(readTool, { file_path: path, ...range }, call)
  const edits = (list: readonly (readonly [old: string, next: string])[]) =>
    runTool(
      editTool,
      { file_path: path, edits: list.map(([old_string, new_string]) => ({ old_string, new_string })) },
      call,
    )
  return { call, path, edits, disk: () => readFileSync(path, 'utf8') }
}

const TWO_PARTS = [
  { offset: 640, limit: 110 },
  { offset: 1120, limit: 60 },
]

test('edits in all parts of a file that were read are made, in one call or in turns', async () => {
  const { edits, disk } = await start(1500, TWO_PARTS)
  await edits([
    ['<line 700>', 'seven\nhundred'],
    ['<line 1150>', 'eleven fifty'],
    ['<line 749>\n', ''],
  ])
  for (const line of [641, 1179, 640, 1120]) await edits([[`<line ${line}>`, `once more ${line}`]])
  const expected = numbered(1500)
    .replace('<line 700>', 'seven\nhundred')
    .replace('<line 749>\n', '')
    .replace('<line 1150>', 'eleven fifty')
    .replace(/<line (640|641|1120|1179)>/g, 'once more $1')
  expect(disk()).toBe(expected)
})

test('a refusal counts lines as they are on disk and names all parts that were read', async () => {
  const { edits, disk } = await start(1500, TWO_PARTS)
  await expect(
    edits([
      ['<line 700>', 'one\ntwo\nthree\nfour'],
      ['<line 900>', 'x'],
    ]),
  ).rejects.toThrow(
    /^Edit 2 of 2: Line 900 of the file has not been shown \(only 640–749, 1120–1179\)\. Read it first\.\nNone/,
  )
  expect(disk()).toBe(numbered(1500))
})

test.each([
  [
    'that has another match',
    [
      ['<line 2>', '<line 4>'],
      ['<line 4>', 'x'],
    ],
    /at lines 2, 4\..* 1 of them came in with an earlier edit/,
  ],
  [
    'that took the place',
    [
      ['<line 2>\n<line 3>', 'x'],
      ['<line 3>', 'y'],
    ],
    /earlier edit of this call changed the place/,
  ],
  [
    'that has nothing to do with it',
    [
      ['<line 2>', 'x\ny'],
      ['<line 4>\n<line 9>', 'z'],
    ],
    /^Edit 2 of 2: old_string was not found in the file\. Lines 4–5 are similar(?![\s\S]*earlier edit)/,
  ],
] as const)(
  'an earlier edit of the call is blamed only for what it did: one %s',
  async (_name, list, message) => {
    const { edits } = await start(6, [{ offset: 1, limit: 6 }])
    await expect(edits(list)).rejects.toThrow(message)
  },
)

test('a file read in parts, in any order, counts as read whole in the end', async () => {
  const { call, path } = await start(9, [
    { offset: 7, limit: 3 },
    { offset: 1, limit: 3 },
  ])
  const write = () => runTool(writeTool, { file_path: path, content: 'new' }, call)
  await expect(write()).rejects.toThrow(/Only lines 1–3, 7–9 of .* have been read/)
  await runTool(readTool, { file_path: path, offset: 4, limit: 3 }, call)
  await write()
})

test('whatever was read and edited before, an edit is made exactly where every line of it is known', async () => {
  const LINES = 24
  const part = fc.record({
    offset: fc.integer({ min: 1, max: LINES }),
    limit: fc.integer({ min: 1, max: 5 }),
  })
  const change = fc.record({
    line: fc.integer({ min: 1, max: LINES }),
    count: fc.integer({ min: 1, max: 3 }),
    to: fc.array(fc.constantFrom('new', 'more'), { maxLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 4 }),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      async (parts, changes) => {
        const { edits, disk } = await start(LINES, parts)
        // The file as lines, each known or not.
        let model = Array.from({ length: LINES }, (_, n) => ({
          text: `<line ${n + 1}>\n`,
          known: parts.some(({ offset, limit }) => n + 1 >= offset && n + 1 < offset + limit),
        }))
        const isWhole = model.every(({ known }) => known)
        for (const [index, { line, count, to }] of changes.entries()) {
          const at = model.findIndex(({ text }) => text === `<line ${line}>\n`)
          if (at < 0) continue
          const old = model.slice(at, at + count)
          const next = to.map((word, n) => ({ text: `${word} ${index}.${n}\n`, known: true }))
          const made = edits([[old.map(({ text }) => text).join(''), next.map(({ text }) => text).join('')]])
          if (isWhole || old.every(({ known }) => known)) {
            await made
            model = model.toSpliced(at, old.length, ...next)
          } else await expect(made).rejects.toThrow(/not been (read|shown)/)
          expect(disk()).toBe(model.map(({ text }) => text).join(''))
        }
      },
    ),
    { numRuns: 40 },
  )
})
