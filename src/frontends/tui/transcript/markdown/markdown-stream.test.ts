import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../../../../test/support/any-character.ts'
import { bare, fakeLook, readyRichText } from '../../../../../test/support/fake-look.ts'
import { sampleSize } from '../../../../../test/support/sample-size.ts'
import { ansiWidth } from '../../../../lib/ansi-text.ts'
import type { RenderOptions } from '../render-options.ts'
import { MarkdownStream, renderMarkdown } from './markdown-stream.ts'

let look: RenderOptions
beforeAll(async () => {
  look = await fakeLook({ rich: await readyRichText('typescript', 'python', 'bash') })
})

const feed = (pieces: readonly string[], width = look.width) => {
  const stream = new MarkdownStream()
  const stable: string[] = []
  for (const piece of pieces) {
    stream.push(piece)
    stable.push(...stream.take({ ...look, width }).stable)
  }
  stream.end()
  const last = stream.take({ ...look, width })
  return { lines: [...stable, ...last.stable], tail: last.tail, done: stream.done, work: stream.work }
}

test('a block is given away when nothing can be added to it', () => {
  const stream = new MarkdownStream()
  stream.push('# Title\nFirst *par')
  expect(bareOf(stream)).toEqual({ stable: ['Title'], tail: ['', 'First *par'] })
  stream.push('agraph*\n\nSe')
  expect(bareOf(stream)).toEqual({ stable: ['', 'First paragraph'], tail: ['', 'Se'] })
  stream.push('cond\n')
  expect(bareOf(stream)).toEqual({ stable: [], tail: ['', 'Second'] })
  stream.end()
  expect(bareOf(stream)).toEqual({ stable: ['', 'Second'], tail: [] })
  expect(stream.done).toBe(true)
})

test('a starred comment that arrives line by line never becomes a list', () => {
  const lines = ['See:\n', '/**\n', ' * One.\n', ' * Two.\n', ' */\n', '\n', 'Done.\n']
  expect(bare(feed(lines).lines)).toEqual(['See:', '', '/**', ' * One.', ' * Two.', ' */', '', 'Done.'])
})

const bareOf = (stream: MarkdownStream, width = 60) => {
  const { stable, tail } = stream.take({ ...look, width })
  return { stable: bare(stable), tail: bare(tail) }
}

test('lines of code are given away one by one', () => {
  const stream = new MarkdownStream()
  stream.push('So:\n\n```ts\nconst a = 1\nconst b')
  expect(bareOf(stream)).toEqual({ stable: ['So:', '', 'const a = 1'], tail: ['const b'] })
  stream.push(' = 2\n\n``')
  expect(bareOf(stream)).toEqual({ stable: ['const b = 2'], tail: [] })
  stream.push('`\nDone')
  expect(bareOf(stream)).toEqual({ stable: [], tail: ['', 'Done'] })
})

test('items of a list are given away one by one and keep their numbers', () => {
  const stream = new MarkdownStream()
  stream.push('Steps:\n1. one\n1. two\n')
  expect(bareOf(stream)).toEqual({ stable: ['Steps:', '1. one'], tail: ['2. two'] })
  stream.push('   - inner\n\n1. three\n')
  expect(bareOf(stream)).toEqual({ stable: ['2. two', '   • inner'], tail: ['', '3. three'] })
})

test('a table waits until it is complete', () => {
  const stream = new MarkdownStream()
  stream.push('| a | b |\n|---|---|\n| 1 | 2 |\n')
  expect(stream.take(look).stable).toEqual([])
  stream.push('\n')
  expect(bareOf(stream).stable).toEqual(['┌───┬───┐', '│ a │ b │', '├───┼───┤', '│ 1 │ 2 │', '└───┴───┘'])
})

test('another width does not repeat or lose anything', () => {
  const stream = new MarkdownStream()
  stream.push('one two three four\n\nfive six seven eight\n')
  const first = bareOf(stream, 10).stable
  stream.push('\nnine ten\n')
  stream.end()
  expect([...first, ...bareOf(stream, 40).stable]).toEqual([
    'one two',
    'three four',
    '',
    'five six seven eight',
    '',
    'nine ten',
  ])
})

const BLOCKS = [
  '# Heading\n',
  'A paragraph with **bold**, `code`\nand two lines.\n',
  '- one\n- two\n  more\n\n- three\n  - four\n    - five\n',
  '3. c\n4. d\n\n   apart\n5. e\n',
  '- [ ] open\n- [x] closed\n',
  '```ts\nconst a = `x\n${1 +\n2} y`\n/* c\nd */ let b\n\n\nend()\n```\n',
  '~~~\nplain ``` inside\n~~~\n',
  '```python\ndef f():\n    """doc\n    more"""\n    return 1\n```\n',
  '  ```sh\n  ls | grep x\n  ```\n',
  '> quoted\n> - item\n',
  '| a | b |\n|:--|--:|\n| 1 | two words |\n| 3 |\n',
  '---\n',
  '<div>\nraw\n</div>\n',
  '    indented code\n',
  'Title\n=====\n',
  '你好，世界。中文段落也要换行，因为屏幕很窄很窄很窄很窄很窄很窄。\n',
  '***\n',
  '1. a\n1. b\n',
  '* x\n+ y\n',
]

test('pieces give the same lines as the whole', () => {
  const document = fc.array(fc.tuple(fc.constantFrom(...BLOCKS), fc.constantFrom('', '\n', '\n\n')), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(
      document,
      fc.integer({ min: 12, max: 70 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      (parts, width, sizes) => {
        const text = parts.map(([block, gap]) => block + gap).join('')
        const pieces: string[] = []
        for (let at = 0; at < text.length; ) {
          const size = sizes.next().value
          pieces.push(text.slice(at, at + size))
          at += size
        }
        const made = feed(pieces, width)
        expect(made.lines).toEqual(renderMarkdown(text, { ...look, width }))
        expect([made.tail, made.done]).toEqual([[], true])
      },
    ),
    { numRuns: sampleSize({ usual: 35, full: 1500 }) },
  )
})

test('nothing a model writes can act on the terminal or be wider than it', () => {
  const wild = fc.string({
    unit: fc.oneof(
      fc.string({ unit: ANY_CHARACTER, maxLength: 2 }),
      fc.constantFrom(
        '\u001b[2J',
        '```',
        '\n',
        '|',
        '- ',
        '](',
        '[',
        '**',
        '&#27;',
        '\u009b',
        '\r',
        '\t',
        '<',
        '`',
        'src/a.ts:1',
        'o/r#1',
      ),
    ),
    maxLength: 40,
  })
  const allowed = new RegExp(
    `${'\u001b'}\\[[0-9;]*m|${'\u001b'}\\]8;(?:id=[a-z0-9]+)?;[!-~]*${'\u001b'}\\\\`,
    'g',
  )
  const references = { cwd: '/w', machine: 'box', issueHost: 'github.com' }
  fc.assert(
    fc.property(wild, fc.integer({ min: 10, max: 40 }), fc.boolean(), (text, width, hyperlinks) => {
      for (const line of renderMarkdown(text, { ...look, width, hyperlinks, references })) {
        expect(line.replace(allowed, '')).not.toMatch(/[\p{Cc}\u202e\u200b]/u)
        expect(ansiWidth(line)).toBeLessThanOrEqual(width)
      }
    }),
    { numRuns: sampleSize({ usual: 75, full: 2000 }) },
  )
})

const sampleTokens = (count: number): readonly string[] => {
  const text = BLOCKS.slice(0, 12).join('\n').repeat(40)
  return Array.from({ length: count }, (_, at) => text.slice(at * 4, at * 4 + 4))
}

test('a token costs the same at the end of a long message as of a short one', () => {
  const perToken = (count: number) => feed(sampleTokens(count)).work / count
  expect(perToken(1_000)).toBeLessThanOrEqual(2 * perToken(100))
})

test('one long line of code costs no more than its length for each token', () => {
  const stream = new MarkdownStream()
  stream.push('```ts\n')
  for (let at = 0; at < 300; at++) {
    stream.push(`line(${at})\n`)
    stream.take(look)
  }
  expect(stream.work).toBeLessThan(10_000)
})

test('before the reader is loaded text is shown as it is written, and nothing is given away', async () => {
  const { createRichText } = await import('./rich-text.ts')
  let told = 0
  const rich = createRichText({ onChange: () => (told += 1) })
  const stream = new MarkdownStream()
  stream.push('# Title\n\ntext\n\n')
  stream.end()
  expect(stream.take({ ...look, rich })).toEqual({ stable: [], tail: ['# Title', '', 'text', ''] })
  expect(renderMarkdown('**x**', { ...look, rich })).toEqual(['**x**'])
  await expect.poll(() => told).toBe(1)
  expect(bare(stream.take({ ...look, rich }).stable)).toEqual(['Title', '', 'text'])
})

test('without a reader text stays as it is written', () => {
  const { rich: _, ...without } = look
  const stream = new MarkdownStream()
  stream.push('**a**\nb')
  expect(stream.take(without)).toEqual({ stable: ['**a**'], tail: ['b'] })
  stream.push('c\u001b')
  stream.end()
  expect(stream.take(without)).toEqual({ stable: ['bc\\u{1b}'], tail: [] })
})

test('code waits for its colours', async () => {
  const { createRichText } = await import('./rich-text.ts')
  const rich = createRichText({ onChange: () => undefined })
  rich.load()
  await expect.poll(() => rich.state).toBe('ready')
  const stream = new MarkdownStream()
  stream.push('```go\nfunc main() {}\n```\n\nafter\n')
  stream.end()
  const first = stream.take({ ...look, rich })
  expect([first.stable, bare(first.tail)]).toEqual([[], ['func main() {}', '', 'after']])
  await expect.poll(() => rich.highlighter('go')).toBeTypeOf('function')
  expect(bare(stream.take({ ...look, rich }).stable)).toEqual(['func main() {}', '', 'after'])
})

test('line ends of other systems are line ends', () => {
  const stream = new MarkdownStream()
  stream.push('a\r')
  stream.push('\nb\r\n\r\nc')
  stream.end()
  expect(bareOf(stream).stable).toEqual(['a', 'b', '', 'c'])
})

test('of a block without end only the last part is shown meanwhile', () => {
  const stream = new MarkdownStream()
  stream.push('word '.repeat(4_000))
  const { stable, tail } = stream.take(look)
  expect([stable.length, tail.length < 100]).toEqual([0, true])
  stream.end()
  expect(stream.take(look).stable.length).toBeGreaterThan(300)
})

test('a paragraph that never ends is given away as it is written, and costs what comes, not what there was', () => {
  const piece = `${'word '.repeat(1000)}\n`
  const pieces = (count: number): readonly string[] => Array.from({ length: count }, () => piece)
  const { lines, work } = feed(pieces(64))
  expect(bare(lines).join(' ').split(' ').filter(Boolean)).toHaveLength(64_000)
  expect(work / feed(pieces(16)).work).toBeLessThan(8)
})
