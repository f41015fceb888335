import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMatcher, type PathMatch, type PathMatcher } from './create-matcher.ts'
import { packPaths } from './path-pack.ts'

const matcherOf = async (paths: readonly string[]): Promise<PathMatcher> =>
  createMatcher(await packPaths([Buffer.from([...paths].sort().join('\0'))]))
const ask = (matcher: PathMatcher, query: string, limit = 10): readonly PathMatch[] => {
  const search = matcher.search(query, limit)
  search.run(() => true)
  return search.matches()
}
const found = async (paths: readonly string[], query: string): Promise<readonly string[]> =>
  ask(await matcherOf(paths), query).map(({ path }) => path)

/** The first of each row is what a person means. */
test.each([
  ['a name begins with it', 'edit', ['src/edit.ts', 'src/credit.ts', 'edited/by/us.ts']],
  ['the name itself', 'main', ['src/deep/down/main.ts', 'src/maintenance.ts', 'main-things/x.ts']],
  ['the whole name goes before its beginning', 'makefile', ['a/b/Makefile', 'Makefile.in']],
  ['words before middles of words', 'fb', ['src/foo_bar.ts', 'src/fxbx.ts']],
  ['capitals begin words', 'us', ['src/UserStore.ts', 'src/abusing.ts']],
  ['a run before scattered letters', 'tool', ['src/tool-list.ts', 'to/ol.ts']],
  ['few gaps before many', 'abc', ['x/ab_c.ts', 'a/x/b/x/c.ts']],
  ['short paths before long ones', 'read', ['read.ts', 'src/features/tools/read.ts']],
  ['tests come behind what they test', 'screen', ['src/screen.ts', 'src/screen.test.ts']],
  ['tests come first when they are asked for', 'screentest', ['src/screen.test.ts', 'src/screen-tester.ts']],
  ['a path with its directories', 'cli/main', ['src/cli/main.ts', 'src/clientmain.ts']],
  ['the first letters of directories', 'sci', ['src/cli/index.ts', 'xscxi.ts']],
  ['a later start is better', 'store', ['src/some/thing/store.ts', 's/t/o/r/e.ts']],
  ['its capitals are meant', 'README', ['docs/README.md', 'docs/readme.md']],
  ['a directory by its name', 'tools', ['src/tools/', 'src/tools/x.ts']],
  ['numbers', 'v2', ['api/v2.ts', 'api/v12.ts']],
  ['Chinese names', '文档', ['docs/文档.md', 'docs/文本档案.md']],
] as const)('%s: %j', async (_name, query, paths) => {
  expect(
    (
      await found(
        paths.filter(path => !path.endsWith('/')),
        query,
      )
    )[0],
  ).toBe(paths[0])
})

test('characters that matched are named', async () => {
  const matcher = await matcherOf(['src/foo_bar.ts', 'docs/文档.md'])
  expect(ask(matcher, 'fb')).toEqual([{ path: 'src/foo_bar.ts', matched: [4, 8] }])
  expect(ask(matcher, '文md')).toEqual([{ path: 'docs/文档.md', matched: [5, 8, 9] }])
})

test('what does not hold the letters in their order is not offered', async () => {
  expect(await found(['abc', 'cba', 'b'], 'ac')).toEqual(['abc'])
  expect(await found(['abc'], 'zz')).toEqual([])
  expect(await found([], 'a')).toEqual([])
})

const segment = fc.string({ unit: fc.constantFrom(...'abcAB-_.1'), minLength: 1, maxLength: 6 })
const anyPaths = fc.uniqueArray(
  fc.array(segment, { minLength: 1, maxLength: 4 }).map(parts => parts.join('/')),
  {
    maxLength: 60,
  },
)
const isSubsequence = (query: string, path: string): boolean => {
  let at = 0
  for (const letter of path.toLowerCase()) if (letter === query[at]) at += 1
  return at === query.length
}

test('a query that grows letter by letter finds what it finds at once, and all that match', async () => {
  const anyQuery = fc.string({ unit: fc.constantFrom(...'abc-/.1'), minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(anyPaths, anyQuery, async (paths, query) => {
      const grown = await matcherOf(paths)
      for (let length = 1; length < query.length; length++) ask(grown, query.slice(0, length), 5)
      const fresh = await matcherOf(paths)
      expect(ask(grown, query, 5)).toEqual(ask(fresh, query, 5))
      const all = ask(fresh, query, 1_000).map(({ path }) => path)
      expect(all.filter(path => !path.endsWith('/')).sort()).toEqual(
        paths.filter(path => isSubsequence(query, path)).sort(),
      )
      // Whatever was skipped because it could not be better was not better.
      const few = ask(fresh, query, 5).map(({ path }) => path)
      expect(few).toEqual(all.slice(0, 5))
    }),
    { numRuns: 200 },
  )
})

test('stopped and gone on with, a search gives the same answer', async () => {
  const matcher = await matcherOf(
    Array.from({ length: 9_000 }, (_, index) => `src/dir${index % 50}/file${index}.ts`),
  )
  const search = matcher.search('file1', 10)
  let turns = 1
  while (!search.run(() => false)) turns += 1
  const fresh = await matcherOf(
    Array.from({ length: 9_000 }, (_, index) => `src/dir${index % 50}/file${index}.ts`),
  )
  expect(turns).toBeGreaterThan(3)
  expect(search.matches()).toEqual(ask(fresh, 'file1'))
  // Interrupted in the middle, a longer query loses nothing.
  const short = fresh.search('f', 10)
  short.run(() => false)
  expect(ask(fresh, 'file12')).toEqual(ask(matcher, 'file12'))
})

test('a longer query costs less than a fresh one', async () => {
  const paths = Array.from(
    { length: 12_000 },
    (_, index) => `src/${'abcdefghij'[index % 10]}${index % 977}/x${index}.ts`,
  )
  const timed = (work: () => void): number => {
    const start = performance.now()
    work()
    return performance.now() - start
  }
  const warm = await matcherOf(paths)
  for (const query of ['s', 'sa', 'sax', 'sax1', 'sax12']) ask(warm, query)
  const fresh: number[] = []
  const grown: number[] = []
  for (let turn = 0; turn < 7; turn++) {
    const one = await matcherOf(paths)
    fresh.push(timed(() => ask(one, 'sax12')))
    const two = await matcherOf(paths)
    ask(two, 'sax1')
    grown.push(timed(() => ask(two, 'sax12')))
  }
  expect(Math.min(...grown)).toBeLessThan(Math.min(...fresh) * 1.2)
})
