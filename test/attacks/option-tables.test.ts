import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIND_TESTS } from '../../src/features/permissions/shell/find-expression.ts'
import { awkPrograms } from './support/languages/awk-programs.ts'
import { disagreements } from './support/option-agreement.ts'
import { mischief } from './support/option-canaries.ts'
import { createOptionPlace, type OptionPlace, OUTSIDE, SENSITIVE } from './support/option-place.ts'
import { quoted, runLines } from './support/run-lines.ts'
import { triedPrograms } from './support/tried-programs.ts'

const { programs, links } = triedPrograms()
const has = (name: string): boolean => programs.some(({ words }) => words[0] === name)
let place: OptionPlace
beforeAll(() => {
  place = createOptionPlace(links)
})
afterAll(() => place.remove())
/** For a machine with other things to do. */
const PATIENCE = 300_000

/** A share of all texts, the same in every run; `npm run test:long` tries every option and line. */
const shareOf = (text: string, parts: number): boolean => {
  let sum = 7
  for (const one of text) sum = (sum * 31 + one.charCodeAt(0)) >>> 0
  return sum % parts === 0
}
/** They take longer to start than all others to run. */
const isQuick = (words: readonly string[]): boolean =>
  !/^(?:npm|pip3?|lsof)$/.test(words[0] ?? '') && words[1] !== 'stash'

describe('lines that a table once took for a look, run as they are', () => {
  const WRITES: readonly (readonly [string, string])[] = [
    ["git log -1 --format='format:x' --unified --output=fresh.txt", 'fresh.txt'],
    ['git diff --unified --output=fresh.txt', 'fresh.txt'],
    ['git log --min-parents --output=fresh.txt', 'fresh.txt'],
    ['git stash show --unified --output=fresh.txt', 'fresh.txt'],
    ['git stash list -p -- --output fresh.txt', 'fresh.txt'],
    ['git stash list -- --output=fresh.txt', 'fresh.txt'],
    ['tree --timefmt -L -o fresh.txt', 'fresh.txt'],
    ['tree --charset -I -o fresh.txt', 'fresh.txt'],
    ['tree -Po x fresh.txt', 'fresh.txt'],
    ['fd --and -e --exec touch fresh.txt', 'fresh.txt'],
    ['xxd a.txt -p', '-p'],
    ['xxd a.txt --', '--'],
    ['POSIXLY_CORRECT=1 uniq a.txt -c', '-c'],
  ]
  test.each(WRITES.filter(([line]) => has(line.replace(/^\w+=1 /, '').split(' ')[0] ?? '')))(
    '%j writes, and asks',
    async (line, file) => {
      await runLines([line], place.context)
      const path = join(place.cwd, file)
      expect(existsSync(path)).toBe(true)
      rmSync(path)
      expect(await place.verdict(line)).toBe('ask')
    },
  )

  test.each(['--get', '--local', '--global', '--get-all', '--'])(
    'git config user.name %s changes the setting, and asks',
    async word => {
      const line = `git config user.name ${word}`
      const before = place.snapshot()
      await runLines([line], place.context)
      if (word !== '--') expect(place.snapshot()).not.toBe(before)
      await runLines(['git config --unset user.name'], place.context)
      expect(await place.verdict(line)).toBe('ask')
    },
  )

  const SHOWS: readonly (readonly [string, string])[] = [
    ['column -d .env', SENSITIVE],
    ['column -td ../outside.txt', OUTSIDE],
    ["awk '{print}' -F ../outside.txt", OUTSIDE],
    ["mawk '{print}' a.txt -v ../outside.txt", OUTSIDE],
    ['strings -n @../outside.txt a.txt', OUTSIDE],
    ['POSIXLY_CORRECT=1 cut -c1- a.txt -d ../outside.txt', OUTSIDE],
  ]
  test.each(SHOWS.filter(([line]) => has(line.replace(/^\w+=1 /, '').split(' ')[0] ?? '')))(
    '%j shows a secret, and asks',
    async (line, secret) => {
      const [result] = await runLines([line], place.context)
      expect(result?.output).toContain(secret)
      expect(await place.verdict(line)).toBe('ask')
    },
  )
})

describe('what find does with the word behind a test', () => {
  const tests = FIND_TESTS.map(({ word, takes }) => [word, takes ? 'the next word' : 'no word'] as const)
  test.runIf(programs.length > 0)('is what the table says, for each of them', async () => {
    const lines = tests.map(([word]) => `find a.txt '${word}' -zz-unknown`)
    const missing = tests.map(([word]) => `find a.txt '${word}'`)
    const results = await runLines([...lines, ...missing], place.context)
    const wrong = tests.filter(([, takes], at) => {
      const goesOn = results[at]?.output.includes('unknown predicate') ?? false
      const bare = results[at + tests.length]?.output ?? ''
      const complains = /missing argument|invalid argument|needs an argument/.test(bare)
      return takes === 'no word' ? !goesOn : goesOn || !complains
    })
    expect(wrong).toEqual([])
  })
})

test(
  'an awk program that counts as a look writes no file',
  async () => {
    const names = ['mawk', 'gawk'].filter(has)
    const approved: string[] = []
    for (const program of awkPrograms(1_000, 12)) {
      const line = `awk ${quoted(program)} a.txt`
      if ((await place.verdict(line)) === 'allow') approved.push(line)
    }
    const before = place.snapshot()
    for (const name of names)
      await runLines(
        approved.map(line => line.replace(/^awk/, name)),
        place.context,
      )
    expect(place.snapshot()).toBe(before)
    expect(approved.length).toBeGreaterThan(50)
    expect(approved.some(line => /print \(.*>/.test(line))).toBe(true)
  },
  PATIENCE,
)

test(
  'a sample of the options takes the words that the tables say',
  async () => {
    const quick = programs.filter(({ words }) => isQuick(words))
    const found: string[] = []
    for (const listed of quick)
      found.push(
        ...(await disagreements(listed, place.context, ({ spelled }) =>
          shareOf(`${listed.words.join(' ')} ${spelled}`, 80),
        )),
      )
    expect(found).toEqual([])
  },
  PATIENCE,
)

test(
  'a sample of the approved lines writes nothing and shows no secret',
  async () => {
    const quick = programs.filter(({ words }) => isQuick(words))
    const found: string[] = []
    let ran = 0
    for (const listed of quick) {
      const one = await mischief(listed, place, {
        pickOption: spelled => shareOf(`${listed.words.join(' ')}${spelled}`, 40),
        pick: line => shareOf(line, 16),
      })
      found.push(...one.found)
      ran += one.ran
    }
    expect(found).toEqual([])
    expect(ran).toBeGreaterThan(programs.length === 0 ? -1 : 50)
  },
  PATIENCE,
)
