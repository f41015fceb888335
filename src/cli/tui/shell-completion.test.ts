import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { completeShell } from './shell-completion.ts'

const never = new AbortController().signal

/** A folder with a few files, a program of its own, and a shell file that must not run. */
const world = () => {
  const tmp = tmpDir()
  const at = (...names: readonly string[]): string => join(tmp.path, ...names)
  mkdirSync(at('src dir'))
  mkdirSync(at('bin'))
  for (const name of ['src-1.ts', 'src b.ts', '.srcrc', "it's.md"]) writeFileSync(at(name), '')
  writeFileSync(at('bin', 'zzz-mine'), '#!/bin/sh\n')
  chmodSync(at('bin', 'zzz-mine'), 0o755)
  writeFileSync(at('rc.sh'), `touch ${at('ran')}\n`)
  const variables = {
    PATH: `${at('bin')}:/usr/bin:/bin`,
    HOME: tmp.path,
    BASH_ENV: at('rc.sh'),
    ZZZ_NAME: '1',
    'BASH_FUNC_compgen%%': `() { touch ${at('ran')}; }`,
  }
  const complete = (line: string, signal = never) => completeShell(line, { cwd: tmp.path, variables }, signal)
  return { ...tmp, [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](), at, complete }
}

test('programs, files, directories and variables are offered, ready to stand in the line', async () => {
  await using here = world()
  const { complete } = here
  expect(await complete('zzz-')).toEqual(['zzz-mine'])
  expect(await complete('cat src')).toEqual(['src\\ b.ts', 'src\\ dir/', 'src-1.ts'])
  expect(await complete('cat "src ')).toEqual(['"src b.ts"', '"src dir/'])
  expect(await complete('cat ~/src-')).toEqual(['~/src-1.ts'])
  expect(await complete('cat it')).toEqual(["it\\'s.md"])
  expect(await complete('echo $ZZZ')).toEqual(['$ZZZ_NAME'])
  expect(await complete('cat nothing-like-it')).toEqual([])
})

test('hidden files come last', async () => {
  await using here = world()
  expect((await here.complete('cat ')).at(-1)).toBe('.srcrc')
})

test('nothing that was typed, and nothing of the environment, is carried out', async () => {
  await using here = world()
  const { at, complete } = here
  for (const line of [
    `cat $(touch ${at('ran')})`,
    `cat $(touch ${at('ran')})/x`,
    `cat "\`touch ${at('ran')}\`/x`,
    `cat '$(touch ${at('ran')})/x`,
    `cat <(touch ${at('ran')})`,
    `echo $a[$(touch ${at('ran')})]`,
    `cat x"; touch ${at('ran')}; "`,
    `-- "$(touch ${at('ran')})`,
  ])
    await complete(line)
  expect(existsSync(at('ran'))).toBe(false)
})

test('one that is not wanted any more offers nothing', async () => {
  await using here = world()
  expect(await here.complete('cat src', AbortSignal.abort())).toEqual([])
})
