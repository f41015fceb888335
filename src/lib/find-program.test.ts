import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../test/support/tool-call.ts'
import { findProgram } from './find-program.ts'

test('the first directory with a program of that name counts; relative and missing ones do not', () => {
  const root = makeDirectory()
  for (const [name, mode] of [
    ['plain', 0o644],
    ['one', 0o755],
    ['two', 0o755],
  ] as const) {
    mkdirSync(join(root, name))
    writeFileSync(join(root, name, 'tool'), '', { mode })
  }
  const at = (...names: readonly string[]) =>
    findProgram('tool', names.map(name => (name.startsWith('.') ? name : join(root, name))).join(delimiter))
  expect(at('.', 'gone', 'plain', 'two', 'one')).toBe(join(root, 'two', 'tool'))
  expect(at('./one', '', 'plain')).toBeUndefined()
})
