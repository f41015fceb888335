import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { SpellcheckSettings } from '../../protocol/terminal-settings.ts'
import { findMisspelled } from './spell-checker.ts'

/** A machine with programs of these names, each of which knows only "right" and keeps what it was called with. */
const machine = (programs: readonly string[]) => {
  const tmp = tmpDir()
  const [bin, cwd] = [join(tmp.path, 'bin'), join(tmp.path, 'project')]
  for (const folder of [bin, cwd]) mkdirSync(folder)
  for (const name of programs) {
    const file = join(bin, name)
    writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> ${tmp.path}/called\ngrep -v '^right$' || true\n`)
    chmodSync(file, 0o755)
  }
  const variables = { PATH: `${bin}:/usr/bin:/bin` }
  const find = (words: readonly string[], wish: SpellcheckSettings, signal = new AbortController().signal) =>
    findMisspelled({ words, wish, cwd, variables }, signal)
  return {
    find,
    called: () => readFileSync(join(tmp.path, 'called'), 'utf8'),
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  }
}

test.each<[SpellcheckSettings, string]>([
  [{}, 'hunspell -l -i utf-8\n'],
  [{ checker: 'ispell', language: 'de_DE' }, 'ispell -l -d de_DE\n'],
])('the program that %j chooses says which words it does not know', async (wish, called) => {
  await using here = machine(['hunspell', 'ispell'])
  expect(await here.find(['right', 'wrng', 'alsowrng'], wish)).toEqual(['wrng', 'alsowrng'])
  expect(here.called()).toBe(called)
})

test('without the program, with a language that is none, or when one goes on typing nothing is found or started', async () => {
  await using here = machine(['hunspell'])
  const stopped = AbortSignal.abort()
  expect(await here.find(['wrng'], { checker: 'ispell' })).toBeUndefined()
  expect(await here.find(['wrng'], { language: '--conf=x' })).toBeUndefined()
  expect(await here.find(['wrng'], {}, stopped)).toBeUndefined()
  expect(() => here.called()).toThrow()
})
