import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { CodeThreads, createCodeReader } from './create-code-reader.ts'
import { tokensIn } from './render-map.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

const FILES = {
  'src/store.ts': 'export class Store {\n  load() {}\n}\nexport const openStore = () => new Store()\n',
  'src/one.ts': "import { openStore } from './store.ts'\nexport const one = openStore()\n",
  'src/two.ts': "import { Store } from './store.ts'\nexport const two = (s: Store) => s\n",
  'src/alone.ts': 'export const lonely = 1\n',
  'lib/rates.py': 'def convert(amount): return amount\n',
  'README.md': '# x\n',
}

const open = (files: Readonly<Record<string, string>> = FILES) => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-code-')))
  cleanups.push(() => rmSync(top, { recursive: true, force: true }))
  const root = join(top, 'project')
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  let lists = 0
  const denied = new Set<string>()
  const start = () => {
    const threads = new CodeThreads(join(top, 'cache'))
    cleanups.push(() => threads[Symbol.asyncDispose]())
    const reader = createCodeReader(threads, {
      list: async directory => {
        lists += 1
        const { stdout } = spawnSync('find', ['.', '-type', 'f', '-o', '-type', 'l'], { cwd: directory })
        return {
          lists: [Buffer.from(stdout.toString().replaceAll('./', '').replaceAll('\n', '\0'))],
          without: new Set<string>(),
        }
      },
      roots: () => [root],
      focus: () => ({ paths: [], words: [] }),
    })
    return {
      threads,
      map: (words: readonly string[] = [], tokens = 1_000, below = '') =>
        reader.map(
          { directory: join(root, below), words, tokens },
          { signal: new AbortController().signal, isDenied: path => denied.has(path) },
        ),
    }
  }
  return { top, root, write, start, denied, lists: () => lists, ...start() }
}

test('files come in the order in which they matter, with what they introduce and who uses it', async () => {
  const { text, shownFiles, files } = await open().map()
  expect(text.split('\n').slice(0, 4)).toEqual([
    'lib/ 1 · src/ 4',
    'src/store.ts ← src/one.ts, src/two.ts',
    '  1 class Store { load } ×1',
    '  4 openStore = () ×1',
  ])
  expect({ shownFiles, files }).toEqual({ shownFiles: 5, files: 5 })
})

test('what is asked for comes first, and a map of a directory holds nothing else', async () => {
  const { map } = open()
  expect((await map(['convert'])).text.split('\n')[1]).toBe('lib/rates.py')
  const { text, files } = await map([], 1_000, 'lib')
  expect({ text, files }).toEqual({ text: 'lib/rates.py\n  1 def convert(amount)', files: 1 })
})

test.each([100, 200, 400])('no map is larger than %i tokens', async tokens => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `src/file${at}.ts`,
      `export const name${at} = (a: string) => a\n`,
    ]),
  )
  const { text } = await open(many).map([], tokens)
  expect(tokensIn(text)).toBeLessThanOrEqual(tokens)
  expect(text).toContain('name')
})

test('what changed, came or went is in the next map', async () => {
  const { map, write, root } = open()
  await map()
  write('src/alone.ts', 'export const renamed = 1\n')
  utimesSync(join(root, 'src/alone.ts'), 1, 1)
  expect((await map()).text).toContain('renamed')
  write('src/late.ts', 'export const brandNew = 1\n')
  expect((await map(['brandNew'])).text).toContain('brandNew = 1'.slice(0, 8))
  rmSync(join(root, 'src/late.ts'))
  expect((await map(['brandNew'])).text).not.toContain('brandNew')
})

test('a file that a rule forbids is in no map, not even when the rule comes later', async () => {
  const { map, denied, root } = open()
  expect((await map()).text).toContain('lonely')
  denied.add(join(root, 'src/alone.ts'))
  expect((await map()).text).not.toContain('alone')
})

test('links, pipes and huge files are not read', async () => {
  const at = open()
  writeFileSync(join(at.top, 'outside.ts'), 'export const outside = 1\n')
  symlinkSync(join(at.top, 'outside.ts'), join(at.root, 'src/link.ts'))
  spawnSync('mkfifo', [join(at.root, 'src/pipe.ts')])
  at.write('src/huge.ts', `export const huge = 1\n${'// x\n'.repeat(300_000)}`)
  const { text } = await at.map()
  expect(text).not.toMatch(/outside|pipe|huge/)
})

test('what was found out is kept for the next session, in a file that is as good as none when it is damaged', async () => {
  const at = open()
  const first = await at.map()
  const cache = join(at.top, 'cache')
  await expect.poll(() => (readdirSync(at.top).includes('cache') ? readdirSync(cache) : [])).toHaveLength(1)
  expect(await at.start().map()).toEqual(first)
  const [name = ''] = readdirSync(cache)
  for (const damage of ['', 'CMAP', 'CMAP\u0010\u0000\u0000\u0000{"version":1']) {
    writeFileSync(join(cache, name), damage)
    expect(await at.start().map()).toEqual(first)
  }
})

test('a thread that was ended costs its answer and nothing else', async () => {
  const { map, threads, root } = open()
  const asked = map().catch(() => undefined)
  await threads.of(root)[Symbol.asyncDispose]()
  await asked
  expect((await map()).shownFiles).toBe(5)
})

test('a second map, and one after a change, cost a small part of the first', async () => {
  const { map, write } = open(
    Object.fromEntries(
      Array.from({ length: 600 }, (_, at) => [
        `src/part${at % 20}/file${at}.ts`,
        `import { name${at >> 1} } from '../part${(at >> 1) % 20}/file${at >> 1}.ts'\nexport const name${at} = (a: string) => name${at >> 1}(a)\n`,
      ]),
    ),
  )
  const time = async (): Promise<number> => {
    const start = performance.now()
    await map([], 3_000)
    return performance.now() - start
  }
  const cold = await time()
  const warm = Math.min(await time(), await time(), await time())
  write('src/part1/file1.ts', 'export const name1 = 1\nexport const another = 2\n')
  const changed = await time()
  expect(warm / cold).toBeLessThan(0.3)
  expect(changed / cold).toBeLessThan(0.7)
})
