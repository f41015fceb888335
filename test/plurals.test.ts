import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chatEn } from '../src/frontends/tui/text/en/chat.ts'
import { skillsEn } from '../src/frontends/tui/text/en/skills.ts'
import { counted } from '../src/lib/text/counted.ts'

const SRC = join(import.meta.dirname, '..', 'src')
/** What people read; what the model reads is said elsewhere. */
const READ_BY_PEOPLE = ['cli/**/*.ts', 'frontends/{tui,plain,acp}/**/*.{ts,tsx}', 'host/*.ts']
const NOUNS =
  'rows|results|files|messages|lines|characters|rules|problems|matches|sessions|seconds|minutes|hours|days|times|servers|tools|prompts|entries|skills|tasks|models|changes|commits|images|steps|turns|requests|violations|agents'
const BARE_COUNT = new RegExp(`\\$\\{[\\w.]+\\} (?:old |more |other )?(?:${NOUNS})\\b`)
/** Always more than one, or the singular stands beside it. */
const ALWAYS_MANY = [
  /=== 1 \?/,
  /Start \$\{about\.count\} agents at once/,
  /Showing \$\{shown\} of \$\{all\} lines/,
  /occurs \$\{count\} times/,
  /not a list of texts/,
  /MAX_FILES/,
  /linesRemoved/,
]

test('a number that may be one has a noun that may be one', () => {
  const found = READ_BY_PEOPLE.flatMap(pattern => globSync(pattern, { cwd: SRC }))
    .filter(file => !file.includes('.test.') && !file.includes('/zh/'))
    .flatMap(file => {
      const lines = readFileSync(join(SRC, file), 'utf8').split('\n')
      return lines.flatMap((line, at) => {
        const around = `${lines[at - 1] ?? ''}${line}`
        return BARE_COUNT.test(line) && !ALWAYS_MANY.some(fine => fine.test(around))
          ? [`${file}:${at + 1} ${line.trim()}`]
          : []
      })
    })
  expect(found).toEqual([])
})

test('a skill of one token has one', () => {
  expect([skillsEn.tokens(1), skillsEn.tokens(2)]).toEqual(['≈1 token', '≈2 tokens'])
})

test('one is one', () => {
  expect([counted(1, 'row'), counted(0, 'row'), counted(2, 'row')]).toEqual(['1 row', '0 rows', '2 rows'])
  expect([chatEn.moreRows(1), chatEn.copied(1, 'x')]).toEqual(['1 more row', 'Copied 1 character (x)'])
})
