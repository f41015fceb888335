import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../../test/support/tool-call.ts'
import type { Access } from '../../../protocol/access.ts'
import { createPermissions } from '../permissions.ts'

const home = makeDirectory()
const root = join(home, 'project')
mkdirSync(root)
mkdirSync(join(home, 'notes'))
for (const name of ['a.md', 'notes/b.md']) writeFileSync(join(home, name), '')

const permissions = createPermissions()
const offered = async (toolName: string, access: Access): Promise<readonly string[]> => {
  const policy = { mode: 'default', rules: [], roots: [root], cwd: root, home, caseSensitive: true } as const
  const { offer } = await permissions.judge({ toolName, accesses: [access] }, policy)
  return offer.flatMap(update =>
    update.type === 'addRules' ? update.rules.map(rule => `${rule.toolName}(${rule.ruleContent})`) : [],
  )
}

test.each<[string, Access, readonly string[]]>([
  ['a file of the system', { kind: 'read', path: '/etc/hostname' }, ['Read(//etc/hostname)']],
  ['a file beside the project', { kind: 'read', path: join(home, 'a.md') }, [`Read(/${home}/a.md)`]],
  ['a file in a directory', { kind: 'read', path: join(home, 'notes/b.md') }, [`Read(/${home}/notes/**)`]],
  ['a search of a system directory', { kind: 'search', path: '/etc' }, []],
  ['a search of the home directory', { kind: 'search', path: home }, []],
  ['a search of a directory', { kind: 'search', path: join(home, 'notes') }, [`Read(/${home}/notes/**)`]],
])('for %s no more is offered than what was asked for', async (_name, access, rules) => {
  expect(await offered(access.kind === 'read' ? 'Read' : 'Grep', access)).toEqual(rules)
})

test.each([
  ['npx vitest run src/a.test.ts', ['Bash(npx vitest:*)']],
  ['npx tsc --noEmit', ['Bash(npx tsc:*)']],
  ['bunx eslint .', ['Bash(bunx eslint:*)']],
  ['npx some-package --all', ['Bash(npx some-package --all)']],
  ['npx -p evil vitest', []],
  ['npx --package=evil vitest', []],
  ["npx -c 'rm -rf x'", []],
  ['npx tsx script.ts', []],
  ['npx ts-node script.ts', []],
  ['npx bash x.sh', []],
  ['npx node x.js', []],
  ['npx ./local.js', []],
  ['npx github:user/repo', []],
  ['npx https://evil.test/x.tgz', []],
  ['npx evil@latest', []],
  ['npx', []],
])('a program that npx runs may be allowed by its name: %s', async (command, rules) => {
  expect(await offered('Bash', { kind: 'shell', command })).toEqual(rules)
})
