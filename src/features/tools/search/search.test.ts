import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  answerOf,
  compareContents,
  compareLists,
  plant,
  query,
  WITHOUT_RIPGREP,
} from '../../../../test/support/search-difference.ts'
import { makeToolCall } from '../../../../test/support/tool-call.ts'
import type { ToolCall } from '../../../protocol/tool.ts'
import { listFiles, searchContents } from './search.ts'

test('the built-in search lists the files ripgrep lists', () => compareLists(12))

test('the built-in search finds what ripgrep finds', () => compareContents(24))

const programEnd = { code: 0, stdout: new Uint8Array(), stderr: '', cut: false, timedOut: false }
/** The first run ends like this; others, which look again at what has just been made, are real. */
const answeringWith = (call: ToolCall, end: Partial<typeof programEnd>): ToolCall => {
  const ends = [end]
  return {
    ...call,
    processes: {
      ...call.processes,
      program: async run => {
        const next = ends.pop()
        return next ? { ...programEnd, ...next } : await call.processes.program(run)
      },
    },
  }
}

test('after 20 s the results so far are given and called incomplete', async () => {
  const call = answeringWith(makeToolCall({ cwd: plant({ 'a.txt': 'one\n' }) }), {
    stdout: Buffer.from('./a.txt\x001:one\n./b.txt\x002:tw'),
    timedOut: true,
  })
  expect(await searchContents(query(call.cwd, { pattern: 'one' }), call)).toEqual({
    byFile: new Map([['a.txt', ['1:one']]]),
    notes: [
      expect.objectContaining({ text: 'The search was ended after 20 s; the results are incomplete.' }),
    ],
    isComplete: false,
  })
})

test('too many results are cut at a whole one and called incomplete', async () => {
  const place = makeToolCall({ cwd: plant({ a: '', b: '' }) })
  const call = answeringWith(place, { stdout: Buffer.from('./a\0./b\0./c'), cut: true })
  expect(await listFiles(call.cwd, call)).toEqual({
    names: ['a', 'b'],
    notes: [
      expect.objectContaining({
        text: 'There were too many results; they are incomplete. Narrow the search.',
      }),
    ],
    isComplete: false,
  })
})

test('a search that partly failed gives what it found and says so', async () => {
  const call = answeringWith(makeToolCall(), {
    code: 2,
    stdout: Buffer.from('./a\0'),
    stderr: 'rg: b: denied',
  })
  expect((await listFiles(call.cwd, call)).notes).toEqual([
    expect.objectContaining({ text: 'Some files could not be searched.' }),
  ])
})

test('without ripgrep the built-in search works and says so', async () => {
  const root = plant({ 'a.ts': 'one\ntwo\n', 'b.log': 'two\n', '.gitignore': '*.log\n' })
  const call = makeToolCall({ cwd: root, env: WITHOUT_RIPGREP })
  const notes = [
    expect.objectContaining({ text: 'ripgrep is missing; this was the slower built-in search.' }),
  ]
  expect([await searchContents(query(root, { pattern: 'two' }), call), await listFiles(root, call)]).toEqual([
    { byFile: new Map([['a.ts', ['2:two']]]), notes, isComplete: true },
    { names: expect.arrayContaining(['a.ts', '.gitignore']), notes, isComplete: true },
  ])
})

test('USE_BUILTIN_RIPGREP=0 takes the rg of the system, never one inside the working directory', async () => {
  const root = plant({ 'from the project': '', 'from the system': '' })
  const system = plant({})
  for (const [place, name] of [
    [root, 'from the project'],
    [system, 'from the system'],
  ] as const) {
    mkdirSync(join(place, 'bin'))
    writeFileSync(join(place, 'bin/rg'), `#!/bin/sh\nprintf './${name}\\0'\n`)
    chmodSync(join(place, 'bin/rg'), 0o755)
  }
  const PATH = [join(root, 'bin'), 'bin', join(system, 'bin'), '/usr/bin:/bin'].join(':')
  const call = makeToolCall({ cwd: root, env: { USE_BUILTIN_RIPGREP: '0', PATH } })
  expect((await listFiles(root, call)).names).toEqual(['from the system'])
})

const both = async (root: string, more: Parameters<typeof query>[1]) => [
  await answerOf(query(root, more), root),
  await answerOf(query(root, more), root, WITHOUT_RIPGREP),
]

test.each([
  ['UTF-16 with a mark', Buffer.from('\ufeffone needle\n', 'utf16le')],
  ['UTF-8 with a mark', Buffer.from('\ufeffneedle\n')],
  ['a binary file', Buffer.from('\0needle\n')],
  ['bytes that are no text', Buffer.from([0xff, 0xe9, 0x20, ...Buffer.from('needle\n')])],
  ['no end at the last line', Buffer.from('x\nneedle')],
  ['an empty file', Buffer.from('')],
])('%s is searched alike by both', async (_name, data) => {
  const root = plant({ 'f.txt': data })
  const [real, own] = await both(root, { pattern: 'needle' })
  expect(own).toEqual(real)
})

test('neither follows links, out of the directory or in circles', async () => {
  const outside = plant({ 'o.txt': 'needle\n' })
  const root = plant({ 'a.txt': 'needle\n' })
  symlinkSync(outside, join(root, 'out'))
  symlinkSync(join(outside, 'o.txt'), join(root, 'o.txt'))
  symlinkSync('.', join(root, 'round'))
  expect(await both(root, { pattern: 'needle' })).toEqual([
    [['a.txt', ['1:needle']]],
    [['a.txt', ['1:needle']]],
  ])
})

test('an ignored file or directory that is named is searched by both', async () => {
  const root = plant({ '.gitignore': 'dir/\nx.txt\n', 'dir/a.txt': 'needle\n', 'x.txt': 'needle\n' })
  expect([
    ...(await both(join(root, 'dir'), { pattern: 'needle' })),
    ...(await both(join(root, 'x.txt'), { pattern: 'needle' })),
  ]).toEqual([
    [['a.txt', ['1:needle']]],
    [['a.txt', ['1:needle']]],
    [['x.txt', ['1:needle']]],
    [['x.txt', ['1:needle']]],
  ])
})

test('long lines are cut alike by both', async () => {
  const root = plant({ 'a.txt': `needle ${'é'.repeat(2000)}\n` })
  const [real, own] = await both(root, { pattern: 'needle' })
  expect(own).toEqual(real)
})

test.each(['\\s+?\\b', 'a\\s+b', '\\s+', '(?:\\n|b)+'])(
  'of a match of %s across empty lines both show the same lines',
  async pattern => {
    const root = plant({ 'f.txt': '\n\nab\n\n\nb \n\n', 'g.txt': 'a\n\nb' })
    const [real, own] = await both(root, { pattern, multiline: true, onlyMatching: true })
    expect(own).toEqual(real)
  },
)

test.each(['^.{2}', '\\b.{3}', '\\B.\\W', 'b?$'])(
  'whole lines of a match of %s across lines are the same in both',
  async pattern => {
    const root = plant({ 'f.txt': 'foofoo_bar\n\t', 'g.txt': 'a 😀b\nb\n\nfoo\nx' })
    const [real, own] = await both(root, { pattern, multiline: true })
    expect(own).toEqual(real)
  },
)
