import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUILT_IN_AGENTS } from './built-in-agents.ts'

test('the page says of each built-in agent whether it reads instruction files; one that plans does', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/agents.md'), 'utf8')
  const said = (name: string): boolean => {
    const row = page.split('\n').find(line => line.startsWith(`| \`${name}\` |`))
    if (row === undefined) throw new Error(`docs/agents.md has no row for ${name}`)
    return row.includes('reads no instruction files')
  }
  expect(BUILT_IN_AGENTS.map(({ name }) => [name, said(name)])).toEqual(
    BUILT_IN_AGENTS.map(({ name, bare = false }) => [name, bare]),
  )
  expect(BUILT_IN_AGENTS.find(({ name }) => name === 'Plan')?.bare).toBeUndefined()
})
