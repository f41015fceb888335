import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleSize } from '../../../test/support/sample-size.ts'
import { createMatcher } from './create-matcher.ts'
import { IS_DIRECTORY, IS_TEST, type PathPack, packPaths, pathAt } from './path-pack.ts'

// The ranking written down without any short cut: every path, every start, every way to its end.

const kindOf = (sign: string | undefined): 'small' | 'large' | 'figure' | 'other' => {
  if (sign === undefined || !/[a-z0-9]/i.test(sign)) return 'other'
  return /\d/.test(sign) ? 'figure' : /[a-z]/.test(sign) ? 'small' : 'large'
}

const nameStartOf = (path: string): number => path.replace(/\/$/, '').lastIndexOf('/') + 1

const valueAt = (path: string, at: number): number => {
  if (at === nameStartOf(path)) return 11
  if (at === 0 || path[at - 1] === '/') return 9
  const before = kindOf(path[at - 1])
  if (before === 'other') return 8
  if (kindOf(path[at]) === 'large') return before === 'small' ? 7 : 0
  return kindOf(path[at]) === 'figure' && before !== 'figure' ? 5 : 0
}

const holds = (path: string, query: string): boolean => {
  let from = 0
  for (const sign of query) {
    const at = path.indexOf(sign, from)
    if (at === -1) return false
    from = at + 1
  }
  return true
}

const nextPlace = (
  path: string,
  { from, rest, leaping }: { from: number; rest: string; leaping: boolean },
) => {
  const lower = path.toLowerCase()
  const places = Array.from(lower, (sign, at) => ({ sign, at }))
    .filter(({ sign, at }) => at >= from && sign === rest[0] && holds(lower.slice(at + 1), rest.slice(1)))
    .map(({ at }) => at)
  const wanted = leaping ? places.find(at => at === from || valueAt(path, at) > 0) : undefined
  return wanted ?? places[0]
}

const wayFrom = (path: string, query: string, { start, leaping }: { start: number; leaping: boolean }) => {
  const places = [start]
  let run = valueAt(path, start)
  let value = 16 + run * 2 + (start >= nameStartOf(path) ? 12 : 0)
  for (let index = 1; index < query.length; index++) {
    const before = places[index - 1] ?? 0
    const at = nextPlace(path, { from: before + 1, rest: query.toLowerCase().slice(index), leaping })
    if (at === undefined) return Number.NEGATIVE_INFINITY
    const here = valueAt(path, at)
    if (at === before + 1) value += 16 + Math.max(here, run, 5)
    else {
      value += 16 + here - Math.min(14, 3 + at - before - 2)
      run = here
    }
    places.push(at)
  }
  const name = path.replace(/\/$/, '').slice(nameStartOf(path))
  const whole = name.toLowerCase().startsWith(query.toLowerCase()) && start === nameStartOf(path)
  if (whole && places.at(-1) === start + query.length - 1)
    value +=
      name.length === query.length
        ? 20
        : /^.{0,5}$/.test(name.slice(query.length + 1)) && name[query.length] === '.'
          ? 14
          : 0
  if (query !== query.toLowerCase()) value += places.filter((at, index) => path[at] === query[index]).length
  return value
}

const plainScore = (path: string, query: string): number =>
  Math.max(
    ...Array.from(path, (_, start) => start)
      .filter(start => path[start]?.toLowerCase() === query[0]?.toLowerCase())
      .flatMap(start => [false, true].map(leaping => wayFrom(path, query, { start, leaping }))),
  ) - Math.min(30, path.length >> 3)

const plainRanking = (pack: PathPack, query: string, limit: number): readonly string[] =>
  Array.from({ length: pack.count }, (_, index) => {
    const flags = pack.flags[index] ?? 0
    const cost = (flags & IS_TEST && !/test|spec/i.test(query) ? 15 : 0) + (flags & IS_DIRECTORY ? 2 : 0)
    return { path: pathAt(pack, index), score: plainScore(pathAt(pack, index), query) - cost }
  })
    .filter(({ score }) => score > Number.NEGATIVE_INFINITY)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ path }) => path)

const WORDS = [
  'read',
  'src',
  'me',
  'main',
  'Main',
  'store',
  'a',
  'b2',
  'test',
  'Re',
  's',
  'ea',
  '-',
  '_',
  '.',
  '.ts',
]
const anyName = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
  .map(parts => parts.join(''))
  .filter(name => !/^\.*$/.test(name))
const anyPath = fc.array(anyName, { minLength: 1, maxLength: 4 }).map(parts => parts.join('/'))
/** Some characters of one of the paths, mostly neighbours. */
const anyQuery = (paths: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...paths),
      fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 14 }),
    )
    .map(([path, leaps]) => {
      let at = -1
      let query = ''
      for (const leap of leaps) {
        at += leap > 3 ? leap - 2 : 1
        query += path[at] ?? ''
      }
      return query
    })
    .filter(query => query !== '')

test('short cuts change nothing: the answer is that of the plain ranking, at once and letter by letter', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .uniqueArray(anyPath, { minLength: 1, maxLength: 25 })
        .chain(paths => fc.tuple(fc.constant(paths), anyQuery(paths), fc.integer({ min: 1, max: 4 }))),
      async ([paths, query, limit]) => {
        const pack = await packPaths([Buffer.from([...paths].sort().join('\0'))])
        const grown = createMatcher(pack)
        const ask = (text: string, matcher = createMatcher(pack)): readonly string[] => {
          const search = matcher.search(text, limit)
          search.run(() => true)
          return search.matches().map(({ path }) => path)
        }
        for (let length = 1; length < query.length; length++) ask(query.slice(0, length), grown)
        const expected = plainRanking(pack, query, limit)
        expect({ fresh: ask(query), grown: ask(query, grown) }).toEqual({ fresh: expected, grown: expected })
      },
    ),
    {
      numRuns: sampleSize({ usual: 600, full: 8000 }),
      examples: [
        [[['Mainread/.tsmainRe/mestest/a.'], 'M', 3]],
        [
          [
            ['readsb2test/.tsb2main', '.storeea/ReRe_', '.mainea/Mainmain.ea/_', 'test.ea/.s/read/__Main'],
            '/',
            3,
          ],
        ],
      ],
    },
  )
})
