import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expandWildcard } from './expand-wildcard.ts'

let root = ''
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'wildcard-')))
  for (const directory of ['a', 'b', '.hidden']) mkdirSync(join(root, directory))
  for (const file of ['a/x.ts', 'a/y.md', 'b/x.ts', '.hidden/x.ts', 'top.ts', 'Upper.TS'])
    writeFileSync(join(root, file), '')
  symlinkSync('/', join(root, 'b/away'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const found = (glob: string, entries = 1_000): readonly string[] | undefined =>
  expandWildcard(root, glob, { entries })
    ?.flatMap(path => (path.ok ? [path.names[0]?.slice(root.length + 1) ?? ''] : ['?']))
    .toSorted()

test.each<[string, readonly string[]]>([
  ['*.ts', ['Upper.TS', 'top.ts']],
  ['*/x.ts', ['a/x.ts', 'b/x.ts']],
  ['*/*.md', ['a/y.md']],
  ['.*/x.ts', ['.hidden/x.ts']],
  ['[ab]/x.ts', ['a/x.ts', 'b/x.ts']],
  ['?/away', ['b/away']],
  ['top.ts/*', []],
  ['none*', []],
])('%s stands for %j', (glob, expected) => {
  expect(found(glob)).toEqual(expected)
})

test('links are followed', () => {
  expect(expandWildcard(root, 'b/aw*', { entries: 100 })).toMatchObject([{ ok: true, real: '/' }])
})

test.each(['b/*/none*', '?/away/*.none', 'b/*/etc/none*'])('%s looks behind a link on its way', glob => {
  const [first] = expandWildcard(root, glob, { entries: 10_000 }) ?? []
  expect(first).toMatchObject({ ok: true, real: '/', kind: 'directory' })
})

test('where there is too much to look at, or nothing, nobody may rely on it', () => {
  expect(found('*', 2)).toBeUndefined()
  expect(expandWildcard(join(root, 'missing'), '*', { entries: 100 })).toBeUndefined()
  expect(expandWildcard(join(root, 'top.ts'), '*', { entries: 100 })).toBeUndefined()
})
