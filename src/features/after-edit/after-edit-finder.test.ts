import { expect, test } from 'vitest'
import type { AfterEditRow } from '../../protocol/tools/after-edit-row.ts'
import type { ChangedFile } from '../../protocol/tools/edit-finding.ts'
import { AfterEditFinder, type RowEnd, type RowRun } from './after-edit-finder.ts'

const never = new AbortController().signal

const open = (rows: readonly AfterEditRow[], answer: (run: RowRun) => Partial<RowEnd>) => {
  const runs: RowRun[] = []
  const files = new Map<string, string>()
  const rewritten: string[] = []
  const finder = new AfterEditFinder({
    rows: () => rows,
    cwd: () => '/p',
    async run(run) {
      runs.push(run)
      return { ended: 'exit', code: 0, output: '', ...answer(run) }
    },
    read(path) {
      const text = files.get(path)
      return text === undefined ? undefined : { text, bytes: Buffer.from(text) }
    },
    rewrote: (path, before, after) => void rewritten.push(`${path}: ${String(before)} → ${String(after)}`),
  })
  const texts = async (file: ChangedFile) => {
    if (!finder.concerns([file])) return 'not concerned'
    const { findings, mended } = await finder.look([file], never)
    return [
      ...findings.map(({ kind, line, severity, text }) => `${kind} ${line} ${severity} ${text}`),
      ...(mended ?? []).map(({ count }) => `${count} mended`),
    ]
  }
  return { finder, runs, files, rewritten, texts }
}

const LINT: AfterEditRow = { glob: '*.ts', run: 'lint {file}' }

test('a row runs for files of its names inside of the project, with the path as one word', async () => {
  const { runs, texts } = open([LINT], () => ({}))
  expect(await texts({ path: '/p/a.py' })).toBe('not concerned')
  expect(await texts({ path: '/other/a.ts' })).toBe('not concerned')
  expect(await texts({ path: '/p/src/$(touch x) "a\'.ts' })).toEqual([])
  expect(runs).toMatchObject([
    {
      command: 'lint "$CAPSTAN_EDITED_FILE"',
      variables: { CAPSTAN_EDITED_FILE: '/p/src/$(touch x) "a\'.ts' },
      timeoutMs: 30_000,
    },
  ])
})

test.each([
  ['*.{ts,tsx}', '/p/src/a.tsx', true],
  ['{src,test}/**/*.{ts,js}', '/p/test/x/a.js', true],
  ['src/**', '/p/test/a.ts', false],
  ['{'.repeat(50), '/p/a.ts', false],
  ['{a,b}'.repeat(60), '/p/a.ts', false],
])('the glob %s fits %s: %s', (glob, path, fits) => {
  expect(open([{ glob, run: 'x' }], () => ({})).finder.concerns([{ path }])).toBe(fits)
})

test('what is new is told once, what was there before is not, and what is gone is counted', async () => {
  let output = 'src/a.ts:1:1: error: old\nsrc/a.ts:3:1: error: mine\n'
  const at = open([LINT], () => ({ code: 1, output }))
  at.files.set('/p/src/a.ts', 'one\ntwo\nTHREE\nfour\nfive\n')
  const file = { path: '/p/src/a.ts', before: 'one\ntwo\nthree\nfour\nfive\n' }
  expect(await at.texts(file)).toEqual(['lint 3 error mine'])
  expect(await at.texts(file)).toEqual([])
  output = 'src/a.ts:2:1: error: old\nsrc/a.ts:9:1: warning: late\n'
  expect(await at.texts(file)).toEqual(['lint 9 warning late', '1 mended'])
})

test('a failure without places is told with its reason, and a success never is', async () => {
  let code = 1
  const at = open([{ ...LINT, kind: 'test', timeoutMs: 5 }], () => ({
    code,
    output: '1 failed: expected 2\n',
  }))
  expect(await at.texts({ path: '/p/a.ts' })).toEqual(['test undefined error 1 failed: expected 2'])
  code = 0
  expect(await at.texts({ path: '/p/a.ts' })).toEqual(['1 mended'])
  expect(at.runs[0]?.timeoutMs).toBe(5)
})

test.each<[string, Partial<RowEnd>, string]>([
  [
    'is not there',
    { code: 127, output: 'bash: lint: command not found' },
    'lint could not be run: bash: lint: command not found',
  ],
  ['takes too long', { ended: 'timeout', code: null }, 'lint took longer than 30 s and was ended'],
])('a program that %s is mentioned once', async (_, end, text) => {
  const at = open([LINT], () => end)
  expect(await at.texts({ path: '/p/a.ts' })).toEqual([`lint undefined info ${text}`])
  expect(await at.texts({ path: '/p/a.ts' })).toEqual([])
})

test('a formatter goes first, and what it changed is handed on', async () => {
  const at = open([{ glob: 'src/**', run: 'fmt -w {file}', kind: 'format' }, LINT], ({ command }) => {
    if (command.startsWith('fmt')) at.files.set('/p/src/a.ts', 'a\nB\nc\n')
    return {}
  })
  at.files.set('/p/src/a.ts', 'a\nb\nc\n')
  const { findings, followed } = await at.finder.reshape([{ path: '/p/src/a.ts' }], never)
  expect(findings).toMatchObject([{ kind: 'format', severity: 'info', line: 2 }])
  expect(findings[0]?.text).toContain('reformatted by fmt -w: lines 2–2 are now B')
  expect(followed).toEqual(['/p/src/a.ts'])
  expect(at.rewritten).toEqual(['/p/src/a.ts: a\nb\nc\n → a\nB\nc\n'])
  expect((await at.finder.reshape([{ path: '/p/src/a.ts' }], never)).findings).toEqual([])
  expect(at.runs.map(({ command }) => command.split(' ')[0])).toEqual(['fmt', 'fmt'])
})
