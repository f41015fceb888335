import { expect, test } from 'vitest'
import { commandsIn } from '../support/permission-place.ts'
import { createPlantedPlace } from './support/planted-place.ts'

/** None of them matches anything: what counts is where the shell looks. */
const LINES = commandsIn(`
ls */*.none ¦ ls src/*/*.none ¦ ls src{ */*.none ¦ echo */*.none ¦ cat src/*/sub/*.none ¦ wc -l ?rc/[a-z]*/x*
for f in src/*/*.none; do echo "$f"; done ¦ ls **/*.none ¦ ls */*/*.none ¦ grep -c x src/*/*.none ¦ ls < src/*/no*.x
`)

const verdicts = async (script: string): Promise<readonly string[]> => {
  const place = createPlantedPlace(`mkdir -p src/inner/sub other; echo a > src/inner/a.ts; ${script}`)
  try {
    return await Promise.all(LINES.map(async line => `${await place.verdict(line)} ${line}`))
  } finally {
    place.remove()
  }
}

test('a wildcard that looks behind a link leading out asks, although it finds nothing', async () => {
  const planted = 'mkdir -p ../away/sub; ln -s ../../away src/away; ln -s ../away away'
  expect(await verdicts(planted)).toEqual(LINES.map(line => `ask ${line}`))
})

test('the same lines without such a link, or with one that stays inside, are no question', async () => {
  const expected = LINES.map(line => `allow ${line}`)
  expect(await verdicts('')).toEqual(expected)
  expect(await verdicts('ln -s ../other src/other; ln -s other again')).toEqual(expected)
})
