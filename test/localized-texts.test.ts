import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error the checker is a plain script without type declarations
import { findUnlocalized } from '../scripts/localized-texts.mjs'
import { tmpDir } from './support/tmp-dir.ts'

const PLANTED = `
interface LocalizedText { readonly id: string; readonly text: string }
type Text = string | LocalizedText
declare const text: LocalizedText
declare const texts: readonly LocalizedText[]
declare const say: (text: Text) => void
export const inTemplate = \`so: \${text}\`
export const made = String(text)
export const joined = texts.join(', ')
say('There is nothing here.')
say(text)
say('/a/path')
export const fine = \`so: \${text.text}\`
`

test('a text inside a string and a sentence in the place of a text are found, and nothing else', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, 'src'))
  writeFileSync(join(tmp.path, 'src/planted.ts'), PLANTED)
  writeFileSync(
    join(tmp.path, 'tsconfig.json'),
    '{"compilerOptions":{"strict":true,"types":[]},"include":["src"]}',
  )
  const found: readonly { file: string; line: number; what: string }[] = findUnlocalized(
    join(tmp.path, 'tsconfig.json'),
  )
  expect(found.map(({ file, line, what }) => `${file}:${line} ${what.split(':')[0]}`).toSorted()).toEqual([
    'src/planted.ts:10 a sentence outside the catalog',
    'src/planted.ts:7 a text inside a string',
    'src/planted.ts:8 a text inside a string',
    'src/planted.ts:9 a text inside a string',
  ])
})
