import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { createPermissions } from './permissions.ts'

const base = makeDirectory()
const root = join(base, 'project')
mkdirSync(join(root, 'src', 'cli'), { recursive: true })
mkdirSync(join(base, 'elsewhere', 'deep'), { recursive: true })
symlinkSync(join(base, 'elsewhere', 'deep'), join(root, 'src', 'cli', 'out'))

const verdict = async (command: string): Promise<string> => {
  const policy = {
    mode: 'default',
    rules: [],
    roots: [root],
    cwd: join(root, 'src', 'cli'),
    home: base,
    caseSensitive: true,
  } as const
  const access = { kind: 'shell', command } as const
  const call = { toolName: 'Bash', input: { command }, accesses: [access] }
  return (await createPermissions().judge(call, policy)).verdict
}

test.each([
  ['cd ..', 'allow'],
  ['cd ../.. && ls', 'allow'],
  ['cd .. && cd .. && ls src', 'allow'],
  ['cd ../../..', 'ask'],
  ['cd .. && cd ../.. && ls', 'ask'],
  ['cd out/.. && ls', 'ask'],
  ['cd out && cd .. && ls', 'ask'],
])(
  'in a folder an earlier command moved to, "%s" is decided by the working directory: %s',
  async (command, expected) => {
    expect(await verdict(command)).toBe(expected)
  },
)
