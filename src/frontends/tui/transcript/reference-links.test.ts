import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bare, fakeView } from '../../../../test/support/fake-look.ts'
import { presented } from '../../../../test/support/presented.ts'
import { ansiWidth } from '../../../lib/ansi-text.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import type { ToolItem } from '../state/item.ts'
import { markMatches, patternOf } from './mark-matches.ts'
import { linkFile } from './reference-links.ts'
import { renderItem } from './render-item.ts'
import type { ReferenceTargets, View } from './render-options.ts'

const references: ReferenceTargets = { cwd: '/w', machine: 'box', issueHost: 'github.com' }
const linked = (more: Partial<View> = {}) => fakeView({ hyperlinks: true, references, ...more })

const OPEN = new RegExp(
  `${'\u001b'}\\]8;([^;]*);([!-~]+)${'\u001b'}\\\\([^]*?)${'\u001b'}\\]8;;${'\u001b'}\\\\`,
  'g',
)
/** Label and target of each link. */
const linksIn = (lines: readonly string[]): readonly (readonly [string, string])[] =>
  Array.from(lines.join('\n').matchAll(OPEN), ([, , target = '', label = '']) => [stripAnsi(label), target])

const reply = (text: string) => ({ kind: 'assistant', id: 'a', text, ended: true }) as const
const call = (more: Partial<ToolItem>): ToolItem =>
  presented<ToolItem>({
    kind: 'tool',
    id: 't',
    name: 'Read',
    input: {},
    state: 'done',
    ...more,
  })

test.each([
  [
    'See src/a.ts:12 and o/r#3.',
    [
      ['src/a.ts:12', 'file://box/w/src/a.ts'],
      ['o/r#3', 'https://github.com/o/r/issues/3'],
    ],
  ],
  [
    'In `src/a.ts:12:4` and **lib/b.py:5**.',
    [
      ['src/a.ts:12:4', 'file://box/w/src/a.ts'],
      ['lib/b.py:5', 'file://box/w/lib/b.py'],
    ],
  ],
  [
    '- /w/x/./y.md:1 *o/r#3*',
    [
      ['/w/x/./y.md:1', 'file://box/w/x/y.md'],
      ['o/r#3', 'https://github.com/o/r/issues/3'],
    ],
  ],
  [
    '# a/b#1\n\n> c/d#2\n\n| e/f#3 |\n|---|\n| g/h#4 |',
    ['a/b#1', 'c/d#2', 'e/f#3', 'g/h#4'].map(each => [
      each,
      `https://github.com/${each.replace('#', '/issues/')}`,
    ]),
  ],
])('%s leads where it says', async (text, links) => {
  expect(linksIn(renderItem(reply(text), await linked()))).toEqual(links)
})

test.each([
  '`o/r#3`',
  '```\no/r#3 src/a.ts:1\n```',
  '    o/r#3 src/a.ts:1',
  '**x**o/r#3',
  'x\\_o/r#3',
  'o/r#3**.5**',
  'o/r#**3**',
  '..**/src/a.ts:1**',
  'src/a.ts:1**2**',
  '../src/a.ts:1 /etc/a.ts:1 src/../../a.ts:1 ~/a.ts:1',
  'bin/run:3 x/run.sh:1 x/a.command:1 x/a.desktop:1 x/a.exe:1 x/a.html:1 .env:1 x/python3.9:1 x/.bashrc:1',
  '<o/r#3>',
])('%s leads nowhere', async text => {
  expect(linksIn(renderItem(reply(text), await linked()))).toEqual([])
})

test('the text of a link leads where the link says, and nowhere else', async () => {
  const lines = renderItem(
    reply(
      '[o/r#1](https://ok.example/) [src/a.ts:1](https://ok.example/2) [o/r#2](javascript:x) [src/a.ts:3](file:///etc/passwd)',
    ),
    await linked({ width: 200 }),
  )
  expect(linksIn(lines)).toEqual([
    ['o/r#1', 'https://ok.example/'],
    ['src/a.ts:1', 'https://ok.example/2'],
  ])
})

test('issues of a repository on another host are there', async () => {
  const view = await linked({ references: { ...references, issueHost: 'git.example.org' } })
  expect(linksIn(renderItem(reply('o/r#1'), view))).toEqual([
    ['o/r#1', 'https://git.example.org/o/r/issues/1'],
  ])
})

test('where the files are on another machine, only issues are links', async () => {
  const view = await linked({ references: { ...references, machine: undefined } })
  expect(linksIn(renderItem(reply('src/a.ts:1 o/r#1'), view))).toEqual([
    ['o/r#1', 'https://github.com/o/r/issues/1'],
  ])
})

test('the file of a call is a link, alone and in a group', async () => {
  const view = await linked()
  const title = (more: Partial<ToolItem>) => linksIn(renderItem(call(more), view))
  expect(title({ input: { file_path: '/w/src/a b.ts', offset: 3 } })).toEqual([
    ['src/a b.ts:3', 'file://box/w/src/a%20b.ts'],
  ])
  expect(title({ name: 'Edit', input: { file_path: 'src/ü.ts' } })).toEqual([
    ['src/ü.ts', 'file://box/w/src/%C3%BC.ts'],
  ])
  expect(title({ name: 'Write', input: { file_path: '/etc/x.ts' } })).toEqual([])
  expect(title({ name: 'Bash', input: { command: 'cat src/a.ts' } })).toEqual([])
  const calls = ['/w/a.ts', '/w/b.ts', '/x/c.ts'].map(file_path => call({ input: { file_path } }))
  expect(linksIn(renderItem({ kind: 'group', calls, thoughtMs: 0 }, view))).toEqual([
    ['a.ts', 'file://box/w/a.ts'],
    ['b.ts', 'file://box/w/b.ts'],
  ])
})

test('the files a search found are links, and its matches are still marked', async () => {
  const view = await linked({ verbose: true, width: 100 })
  const grep = (mode: string, text: string) =>
    renderItem(call({ name: 'Grep', input: { pattern: 'foo' }, text, output: { mode, numFiles: 1 } }), view)
  const content = grep(
    'content',
    'src/my dir/foo.ts:12:const foo = "x/y.ts:3"\nsrc/foo.ts-13-end\n7:foo here',
  )
  expect(linksIn(content)).toEqual([['src/my dir/foo.ts:12', 'file://box/w/src/my%20dir/foo.ts']])
  expect(content.join('\n').split(view.theme.paint('match', 'foo'))).toHaveLength(3)
  expect(linksIn(grep('files_with_matches', 'src/a.ts\n../b.ts\nbin/run'))).toEqual([
    ['src/a.ts', 'file://box/w/src/a.ts'],
  ])
  const glob = call({ name: 'Glob', input: { pattern: '*' }, text: 'a.md', output: { numFiles: 1 } })
  expect(linksIn(renderItem(glob, view))).toEqual([['a.md', 'file://box/w/a.md']])
})

test('places in what a command printed are links; issues there, and the text of a file, are text', async () => {
  const view = await linked({ verbose: true })
  const output = { stdout: 'src/a.ts:3:5: error o/r#1', exitCode: 0 }
  expect(linksIn(renderItem(call({ name: 'Bash', input: { command: 'x' }, output }), view))).toEqual([
    ['src/a.ts:3:5', 'file://box/w/src/a.ts'],
  ])
  const read = call({ text: '1\tsrc/b.ts:3', output: { type: 'text', file: { numLines: 1 } } })
  expect(linksIn(renderItem(read, view))).toEqual([])
})

test('a link over several rows has one id, another link to the same place another one', async () => {
  const place = `src/${'long/'.repeat(12)}a.ts:12`
  const view = await linked({ width: 30 })
  const lines = renderItem(reply(`${place} and ${place}`), view)
  const ids = Array.from(lines.join('\n').matchAll(OPEN), ([, id]) => id)
  expect(ids.length).toBeGreaterThan(4)
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(id).toMatch(/^id=[a-z\d]+$/)
})

test('links change nothing but where the text leads: the same rows, columns, breaks and matches', async () => {
  const word = fc.constantFrom(
    ...[
      'src/a.ts:12',
      'o/r#3',
      '`src/b.ts:1`',
      '**o/r#4**',
      '[o/r#5](https://e.org)',
      '中文src/c.ts:9，',
      '\n\n- ',
    ],
    ...[
      'a',
      '😀',
      '\u001b]8;;https://evil.example\u001b\\x',
      '\u009d8;;y\u0007',
      '../x.ts:1',
      '/w/d e.ts:4',
      '|',
    ],
  )
  const plain = await fakeView()
  const view = await linked()
  fc.assert(
    fc.property(fc.array(word, { maxLength: 14 }), fc.integer({ min: 12, max: 60 }), (words, width) => {
      const text = words.join(' ')
      const made = renderItem(reply(text), { ...view, hyperlinks: false, width })
      expect(bare(made)).toEqual(bare(renderItem(reply(text), { ...plain, width })))
      for (const line of made) {
        expect(ansiWidth(line)).toBeLessThanOrEqual(width)
        const marked = markMatches(line, patternOf('src'), view.theme)
        expect(stripAnsi(marked)).toBe(stripAnsi(line))
      }
      for (const [, target] of linksIn(made))
        expect(target).toMatch(/^file:\/\/box\/w\/[\w./%-]+$|^https:\/\/github\.com\/o\/r\/issues\/\d$/)
    }),
    { numRuns: 200, seed: 40 },
  )
})

test('no name of a file gets anything into the sequence, or leads out of the directory', async () => {
  const view = await linked()
  const part = fc.constantFrom(
    ...['..', '.', '', 'a', 'w', '\u001b\\', '\u0007', ';', '\n', ' ', '%2e%2e', '\ud800', 'é', '#x', '?y'],
  )
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.boolean(), (parts, isAbsolute) => {
      const path = `${isAbsolute ? '/' : ''}${parts.join('/')}.ts`
      const made = linkFile(path, 'label', view)
      expect(stripAnsi(made)).toBe('label')
      if (made === 'label') return
      const [[, target] = []] = linksIn([made])
      const { protocol, host, pathname, search, hash } = new URL(target ?? '')
      expect([protocol, host, search, hash]).toEqual(['file:', 'box', '', ''])
      expect(decodeURIComponent(pathname)).toMatch(/^\/w\//)
      expect(pathname.split('/').map(decodeURIComponent)).not.toContain('..')
    }),
    { numRuns: 500, seed: 40 },
  )
})
