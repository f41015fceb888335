import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { Env, Overrides } from '../../protocol/host.ts'
import { chooseInstructions } from './options.ts'

const choose = (
  cwd: string,
  options: Overrides = {},
  { env = {}, roots = [cwd] }: { readonly env?: Env; readonly roots?: readonly string[] } = {},
) =>
  chooseInstructions(
    options,
    { settings: { claudeMdExcludes: ['a'], instructionExcludes: ['b'] }, trusted: true },
    { cwd, configHome: '/config', roots, env },
  ).instructions

test('all sources count, below the root of the checkout', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, '.git'))
  const cwd = join(tmp.path, 'sub')
  expect(choose(cwd)).toEqual({
    configHome: '/config',
    projectRoot: tmp.path,
    extraDirs: [],
    managed: { directories: ['/etc/claude-code', '/etc/capstan'], owner: 0 },
    uid: process.getuid?.(),
    sources: ['user', 'project', 'local'],
    compat: true,
    trusted: true,
    withheld: false,
    discover: true,
    excludes: ['a', 'b'],
  })
})

test.each<[string, Parameters<typeof choose>[1], Parameters<typeof choose>[2], object]>([
  ['--setting-sources', { settingSources: ['user'] }, {}, { sources: ['user'] }],
  [
    '--bare with a directory',
    { bare: true },
    { roots: ['/x', '/y'] },
    { discover: false, extraDirs: ['/y'] },
  ],
  ['a directory alone', {}, { roots: ['/x', '/y'] }, { discover: true, extraDirs: [] }],
  [
    'a directory and the variable',
    {},
    { roots: ['/x', '/y'], env: { CAPSTAN_ADDITIONAL_DIRECTORIES_CLAUDE_MD: '1' } },
    { extraDirs: ['/y'] },
  ],
  ['no files of other programs', {}, { env: { CAPSTAN_COMPAT: '0' } }, { compat: false }],
])('%s changes what counts', (_, options, at, expected) => {
  expect(choose('/x', options, at)).toMatchObject(expected)
})

test('all of it can be switched off', () => {
  expect(choose('/x', {}, { env: { CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1' } })).toBeUndefined()
})
