import { expect, test } from 'vitest'
import { commandsIn } from '../support/permission-place.ts'
import { createPlantedPlace } from './support/planted-place.ts'

const MODE = { mode: 'acceptEdits' } as const
const verdicts = async (script: string, lines: string): Promise<readonly string[]> => {
  const place = createPlantedPlace(
    `mkdir -p src/x tmp; echo a > src/x/a.ts; echo b > src/x/b.ts; echo t > tmp/a.txt; ${script}`,
  )
  try {
    const found = commandsIn(lines).map(async line => `${await place.verdict(line, MODE)} ${line}`)
    return await Promise.all(found)
  } finally {
    place.remove()
  }
}
const LINES = "sed -i 's/a/b/' src/x/*.ts ¦ sed -i -e s/a/b/ src/x/?.ts ¦ rm -f tmp/*.txt ¦ touch src/x/*.ts"
const all = (verdict: string): readonly string[] => commandsIn(LINES).map(line => `${verdict} ${line}`)

test('a glob behind a name of its own is the files it stands for: an edit of each', async () => {
  expect(await verdicts('', LINES)).toEqual(all('allow'))
})

test('names that look like options are none behind their directory', async () => {
  const planted = 'touch -- src/x/-i.bak.ts src/x/-o.ts tmp/-rf.txt "src/x/a b.ts" src/x/--expression=w.ts'
  expect(await verdicts(planted, LINES)).toEqual(all('allow'))
  expect(await verdicts('touch -- -rf -i -e', 'rm -f * ¦ sed -i s/a/b/ * ¦ touch -- * ¦ rm -f -*')).toEqual([
    'ask rm -f *',
    'ask sed -i s/a/b/ *',
    'ask touch -- *',
    'ask rm -f -*',
  ])
})

test.each([
  ['a link to a file outside', 'ln -s ../../../outside.txt src/x/l.ts; ln -s ../../outside.txt tmp/l.txt'],
  [
    'a directory that is a link',
    'mkdir -p ../o/x; mv src/x/* ../o/x; rmdir src/x; ln -s ../../o/x src/x; rm -r tmp; ln -s ../o tmp',
  ],
  ['a dangling link outside', 'ln -s ../../../nothing src/x/d.ts; ln -s ../../nothing tmp/d.txt'],
  ['a directory among the files', 'mkdir src/x/dir.ts tmp/dir.txt'],
])('%s among what it stands for asks', async (_, script) => {
  expect(await verdicts(script, LINES)).toEqual(all('ask'))
})

test('a program that runs or writes more than its files is more than an edit, glob or not', async () => {
  const lines = commandsIn(
    "sed -i '1e id' src/x/*.ts ¦ sed -i 'w src/y' src/x/*.ts ¦ rm -rf tmp/* ¦ rm -f src/x/*.ts ../outside.* ¦ sed -n -i.bak p src/x/*.ts",
  )
  expect(await verdicts('', lines.join(' ¦ '))).toEqual(lines.map(line => `ask ${line}`))
})
