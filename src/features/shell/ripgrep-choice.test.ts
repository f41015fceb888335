import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ripgrepChoice } from './ripgrep-choice.ts'

const root = mkdtempSync(join(tmpdir(), 'capstan-rg-'))
const program = (directory: string, mode: number): string => {
  mkdirSync(join(root, directory), { recursive: true })
  writeFileSync(join(root, directory, 'rg'), '')
  chmodSync(join(root, directory, 'rg'), mode)
  return join(root, directory)
}
const system = program('system', 0o755)
const project = program('project/bin', 0o755)
const packages = program('above/node_modules/.bin', 0o755)
const plain = program('plain', 0o644)

test.each([
  ['the packaged one is taken unless told otherwise', {}, { packaged: true }],
  [
    '0 asks for that of the system',
    { USE_BUILTIN_RIPGREP: '0', PATH: system },
    { packaged: false, system: `${system}/rg` },
  ],
  [
    'our own name wins',
    { USE_BUILTIN_RIPGREP: '1', CAPSTAN_USE_BUILTIN_RIPGREP: 'false' },
    { packaged: false },
  ],
  [
    'one in the working directory is none',
    { PATH: `${project}:${system}` },
    { packaged: true, system: `${system}/rg` },
  ],
  [
    'one of a package of the project is none, wherever the project begins',
    { PATH: `${packages}:${system}` },
    { packaged: true, system: `${system}/rg` },
  ],
  ['what cannot be run is none', { PATH: plain }, { packaged: true }],
  ['a relative directory is none', { PATH: `system:${plain}` }, { packaged: true }],
])('%s', (_name, env, choice) => {
  expect(ripgrepChoice({ PATH: '/nonexistent', ...env }, [join(root, 'project')])).toEqual(choice)
})
