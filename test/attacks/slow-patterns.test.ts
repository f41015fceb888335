import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ignore from 'ignore'
import { expect, test } from 'vitest'
import { walkDirectory } from '../../src/features/file-index/walk-directory.ts'
import { createPermissions } from '../../src/features/permissions/permissions.ts'
import { deniedReads } from '../../src/features/sandbox/denied-reads.ts'
import { globTool } from '../../src/features/tools/glob/glob.ts'
import { grepTool } from '../../src/features/tools/grep/grep.ts'
import { createLeash } from '../../src/features/tools/search/plain/leash.ts'
import { matchesHost } from '../../src/lib/network/match-host.ts'
import { matchWildcard } from '../../src/lib/text/wildcard.ts'
import type { Behavior, Policy, Rule } from '../../src/protocol/permission.ts'
import { ToolError } from '../../src/protocol/tool.ts'
import { makeDirectory, makeToolCall, runTool } from '../support/tool-call.ts'

/** Work that does not come to its end is ended, and told. Far longer than any honest matching takes. */
const endsByItself = async (work: () => void): Promise<boolean> => (await createLeash(10_000)).run(work)

const SLOW = [
  `**/a/${'**/a/'.repeat(20)}c`,
  `${'**/a*/'.repeat(25)}c`,
  `${'*a'.repeat(40)}*c`,
  `${'**/'.repeat(100)}${'a/**/'.repeat(30)}c`,
  `${'*[a-z]'.repeat(40)}c`,
  `${'?*'.repeat(60)}!`,
]
const LONG = `${'a/'.repeat(60)}${'a'.repeat(200)}`

test.each(SLOW)('Read(%s) of an untrusted project is answered', async spec => {
  const dir = makeDirectory()
  const rules = (['deny', 'ask', 'allow'] as const).flatMap((behavior: Behavior): readonly Rule[] =>
    ['Read', 'Edit'].map(tool => ({ text: `${tool}(${spec})`, behavior, source: 'project', anchor: dir })),
  )
  const permissions = createPermissions()
  const policy: Policy = { mode: 'default', rules, roots: [dir], cwd: dir, home: dir, caseSensitive: true }
  const accesses = [
    { kind: 'read', path: join(dir, LONG) },
    { kind: 'write', path: join(dir, LONG) },
    { kind: 'search', path: join(dir, LONG) },
  ] as const
  const folded = { ...policy, caseSensitive: false }
  expect(
    await endsByItself(() => {
      for (const one of [policy, folded]) {
        void permissions.judge({ toolName: 'Read', input: {}, accesses }, one)
        const denied = permissions.readDenied(one)
        if (typeof denied === 'function') denied(join(dir, LONG))
      }
    }),
  ).toBe(true)
})

test('the pattern does take for ever where it is made a regular expression', async () => {
  const leash = await createLeash(300)
  const [spec = ''] = SLOW
  expect(leash.run(() => void ignore().add(spec).ignores(LONG))).toBe(false)
})

test('neither do other rules: commands, parameters, tool names, hosts, names kept from the sandbox', async () => {
  const stars = `${'*a'.repeat(200)}*c`
  const text = 'a'.repeat(4_000)
  const { isDenied } = deniedReads([{ spec: stars, anchor: '/' }], {
    cwd: '/',
    home: '/',
    caseSensitive: true,
  })
  expect(
    await endsByItself(() => {
      matchWildcard(stars, text)
      matchesHost(`${'*a.'.repeat(100)}b`, `${'aa.'.repeat(100)}c`)
      matchesHost(stars, text)
      isDenied(text, '/')
    }),
  ).toBe(true)
  expect([isDenied('abac', '/'), isDenied('x', '/')]).toEqual([false, false])
})

test('an ignore file of the project does not hold up the list of files', async () => {
  const dir = makeDirectory()
  mkdirSync(join(dir, 'a/'.repeat(30)), { recursive: true })
  writeFileSync(join(dir, 'a/'.repeat(30), 'a'.repeat(200)), '')
  writeFileSync(join(dir, '.gitignore'), `${SLOW.join('\n')}\n!${SLOW[0]}\n`)
  const list = await walkDirectory({ cwd: dir, respectIgnored: true, now: () => 0 })
  expect(Buffer.from(list).toString().split('\0')).toHaveLength(2)
})

test('a pattern of the model that takes for ever is refused', async () => {
  const cwd = makeDirectory()
  const deep = 'a/'.repeat(100)
  mkdirSync(join(cwd, deep), { recursive: true })
  writeFileSync(join(cwd, deep, 'b'), 'text')
  const slow = `${'**/a/'.repeat(20)}c`
  const call = makeToolCall({ cwd })
  for (const run of [
    () => runTool(globTool, { pattern: slow }, call),
    () => runTool(grepTool, { pattern: 'text', glob: slow }, call),
  ])
    await expect(run()).rejects.toThrow(ToolError)
  expect((await runTool(globTool, { pattern: '**/a/**/a/**/b' }, call)).output.numFiles).toBe(1)
})
