import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error the checker is a plain script without type declarations
import { findSentences, reportOf } from '../scripts/model-texts.mjs'
import { tmpDir } from './support/tmp-dir.ts'

const PLANTED = `
declare const modelTexts: (name: string, rows: object) => (row: string) => string
declare const log: (line: string) => void
const says = modelTexts('planted', { row: { en: 'This stands in two languages.', zh: '两种语言。' } })
export const said = { type: 'text', text: says('row') }
export const content = 'The file was changed since then.'
export const note = (count: number) => \`[There are \${count} more lines in the file]\`
log('This is only for a log.')
export const name = 'text/markdown, text/html;q=0.9'
export const fail = () => {
  throw new Error('This cannot happen at all.')
}
`

test('a sentence in one language is found where the model is spoken to, and nothing else', async () => {
  await using tmp = tmpDir()
  for (const folder of ['src/loop', 'src/engine/planted', 'src/frontends'])
    mkdirSync(join(tmp.path, folder), { recursive: true })
  for (const file of ['src/engine/planted/a.ts', 'src/frontends/b.ts'])
    writeFileSync(join(tmp.path, file), PLANTED)
  const config = join(tmp.path, 'tsconfig.json')
  writeFileSync(config, '{"compilerOptions":{"strict":true,"types":[]},"include":["src"]}')
  const found: readonly { path: string; line: number }[] = findSentences(config)
  expect(found.map(({ path, line }) => `${path}:${line}`)).toEqual([
    'src/engine/planted/a.ts:6',
    'src/engine/planted/a.ts:7',
  ])
  const report: readonly string[] = reportOf(found)
  expect(report.filter(line => line.startsWith('src/engine/planted/a.ts'))).toHaveLength(2)
  expect(report).toContain(
    'scripts/model-texts.mjs: src/engine/connect-conversation.ts has no such sentence any more',
  )
})
