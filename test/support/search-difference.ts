import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { ContentQuery } from '../../src/features/tools/search/query.ts'
import { listFiles, searchContents } from '../../src/features/tools/search/search.ts'
import { ToolError } from '../../src/protocol/tool.ts'
import { makeToolCall } from './tool-call.ts'

/** No ripgrep anywhere: the built-in search does the work. */
export const WITHOUT_RIPGREP = { USE_BUILTIN_RIPGREP: '0', PATH: '/nonexistent' }

export const plant = (files: Readonly<Record<string, string | Uint8Array>>): string => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-search-')))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
    utimesSync(join(root, name), 1000, 1000)
  }
  return root
}
export const query = (target: string, more: Partial<ContentQuery>): ContentQuery => ({
  pattern: 'x',
  target,
  mode: 'content',
  ignoreCase: false,
  multiline: false,
  lineNumbers: true,
  onlyMatching: false,
  before: 0,
  after: 0,
  names: [],
  ...more,
})
const sorted = (byFile: ReadonlyMap<string, readonly string[]>) =>
  [...byFile].sort(([a], [b]) => (a < b ? -1 : 1))

/** What a search answers, or that it refused. */
export const answerOf = async (wanted: ContentQuery, cwd: string, env?: Record<string, string>) => {
  try {
    const call = makeToolCall({ cwd, ...(env ? { env: { ...process.env, ...env } } : {}) })
    return sorted((await searchContents(wanted, call)).byFile)
  } catch (error) {
    return { refused: error instanceof ToolError ? 'with a reason' : String(error) }
  }
}

const name = fc.constantFrom('a', 'b.ts', 'c.js', '.h', 'dir', 'Makefile', 'z z', 'ü.md', 'a.log')
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map(names => names.join('/'))
const ignoreLine = fc.constantFrom(
  '*.log',
  '!a.log',
  'dir/',
  '/dir',
  'a',
  '!a',
  '**/b.ts',
  'dir/**',
  'dir/*',
  '!dir/b.ts',
  '# note',
  '',
  '*.{ts,js}',
  '/a/',
  'a/**/b.ts',
  '.h',
  '\\!a',
  'z z',
  '*',
  '!*/',
  '?.js',
  '[a-c].*',
)
const ignoreFile = fc.array(ignoreLine, { maxLength: 4 }).map(lines => lines.join('\n'))
const text = fc
  .array(
    fc.constantFrom(
      'ab',
      'AB',
      'foo',
      'foo_bar',
      '12',
      ' ',
      '\t',
      '\n',
      '\n',
      '\r\n',
      'é',
      '😀',
      '(',
      '{',
      '.',
      '-',
    ),
    { maxLength: 25 },
  )
  .map(parts => parts.join(''))
const atom = fc.constantFrom(
  'a',
  'b',
  'foo',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\W',
  '[a-c]',
  '[^a]',
  '[[:digit:]_]',
  '[\\w&&[^a]]',
  '[a-z--[b]]',
  '\\(',
  '\\.',
  '\\{',
  'é',
  '\\x61',
  '\\u{e9}',
  '\\p{L}',
  '(?:ab)',
  '(a|b)',
  '(o)',
  '}',
  ']',
  '[]a]',
  '[-a]',
  '[a\\-b]',
)
const place = fc.constantFrom('', '', '', '^', '$', '\\b', '\\B')
const piece = fc
  .tuple(place, atom, fc.constantFrom('', '', '', '+', '{2}', '{1,2}', '+?', '{1,}'), place)
  .map(parts => parts.join(''))
const branch = fc.array(piece, { minLength: 1, maxLength: 3 }).map(parts => parts.join(''))
const pattern = fc.oneof(
  { weight: 6, arbitrary: branch },
  { weight: 2, arbitrary: fc.tuple(branch, branch).map(([a, b]) => `${a}|${b}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '(',
      ')',
      'a{',
      '*',
      '[a',
      '\\',
      '(?=a)',
      '\\1',
      '(?i)FOO',
      'a{2,1}',
      '\\q',
      'o+{1,2}',
    ),
  },
)

/** The built-in search lists the files ripgrep lists. */
export const compareLists = async (numRuns: number): Promise<void> => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(path, { maxLength: 10 }),
      fc.dictionary(
        fc.constantFrom(
          '.gitignore',
          '.ignore',
          '.rgignore',
          'dir/.gitignore',
          'a/.ignore',
          '.git/info/exclude',
        ),
        ignoreFile,
      ),
      async (paths, ignores) => {
        const fits = paths.filter(one => !paths.some(other => other !== one && other.startsWith(`${one}/`)))
        const kept = Object.entries(ignores).filter(([file]) => !fits.some(one => file.startsWith(`${one}/`)))
        const root = plant({ ...Object.fromEntries(fits.map(one => [one, ''])), ...Object.fromEntries(kept) })
        try {
          const [real, own] = await Promise.all([
            listFiles(root, makeToolCall({ cwd: root })),
            listFiles(root, makeToolCall({ cwd: root, env: WITHOUT_RIPGREP })),
          ])
          expect([...own.names].sort()).toEqual([...real.names].sort())
        } finally {
          rmSync(root, { recursive: true })
        }
      },
    ),
    { numRuns },
  )
}

/** The built-in search finds what ripgrep finds. */
export const compareContents = async (numRuns: number): Promise<void> => {
  const options = fc.record({
    mode: fc.constantFrom('content' as const, 'files_with_matches' as const, 'count' as const),
    ignoreCase: fc.boolean(),
    multiline: fc.boolean(),
    lineNumbers: fc.boolean(),
    onlyMatching: fc.boolean(),
    before: fc.nat(2),
    after: fc.nat(2),
  })
  await fc.assert(
    fc.asyncProperty(
      pattern,
      options,
      fc.array(text, { minLength: 1, maxLength: 3 }),
      async (wanted, how, texts) => {
        const root = plant(Object.fromEntries(texts.map((content, index) => [`f${index}.txt`, content])))
        try {
          const around = how.onlyMatching ? { before: 0, after: 0 } : {}
          const asked = query(root, { ...how, ...around, pattern: wanted })
          expect(await answerOf(asked, root, WITHOUT_RIPGREP)).toEqual(await answerOf(asked, root))
        } finally {
          rmSync(root, { recursive: true })
        }
      },
    ),
    { numRuns },
  )
}
