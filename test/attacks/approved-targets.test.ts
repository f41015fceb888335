import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type AuthorizeDeps, authorize } from '../../src/engine/calls/authorize.ts'
import { createPermissions } from '../../src/features/permissions/permissions.ts'
import { bashTool } from '../../src/features/tools/bash/bash.ts'
import { writeTool } from '../../src/features/tools/write/write.ts'
import { inEnglish } from '../../src/protocol/messages/localized-text.ts'
import type { Policy } from '../../src/protocol/permission.ts'
import type { Tool } from '../../src/protocol/tool.ts'

/** A project in which something changes while the person reads the question, and then they say yes. */
const approve = async (tool: Tool, input: unknown, meanwhile: (cwd: string) => void) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'approved-')))
  const cwd = join(root, 'project')
  for (const name of ['project/src', 'project/other', 'outside'])
    mkdirSync(join(root, name), { recursive: true })
  for (const name of ['project/a.txt', 'project/b.txt', 'project/src/f', 'outside/f', 'outside/key'])
    writeFileSync(join(root, name), `${name}\n`)
  symlinkSync('a.txt', join(cwd, 'link'))
  symlinkSync('src', join(cwd, 'dir'))
  const permissions = createPermissions()
  const policy: Policy = { mode: 'default', rules: [], roots: [cwd], cwd, home: root, caseSensitive: true }
  const deps: AuthorizeDeps = {
    policy: () => policy,
    judge: permissions.judge,
    preToolUse: async () => ({ context: [], messages: [] }),
    ask: async () => {
      meanwhile(cwd)
      return { behavior: 'allow' }
    },
    grant: () => undefined,
    newId: () => 'question',
  }
  const given = tool.input.parse(input)
  const outcome = await authorize(deps, { tool, id: 'call', input: given, cwd }, new AbortController().signal)
  return {
    cwd,
    root,
    granted: outcome.granted,
    message: 'message' in outcome ? inEnglish(outcome.message) : '',
  }
}
const bash = (command: string, meanwhile: (cwd: string) => void) =>
  approve(bashTool as Tool, { command }, meanwhile)

const turn = (name: string, target: string) => (cwd: string) => {
  rmSync(join(cwd, name), { recursive: true })
  symlinkSync(target, join(cwd, name))
}

test.each<[string, string, (cwd: string) => void]>([
  ['a link that was approved leads elsewhere', 'sort -o link b.txt', turn('link', '../outside/key')],
  ['it leads elsewhere inside', 'sort -o link b.txt', turn('link', 'b.txt')],
  ['a plain file became a link', 'sort -o a.txt b.txt', turn('a.txt', '../outside/key')],
  ['a directory on the way became a link', 'cp a.txt src/f', turn('src', '../outside')],
  ['a link on the way leads elsewhere', 'tee dir/f < a.txt', turn('dir', 'other')],
  ['the target of a redirect became a link', 'npm test > a.txt', turn('a.txt', '../outside/key')],
  ['what is read became a link', 'wc -l src/f; npm test', turn('src', '../outside')],
  ['one of what a wildcard stands for became a link', 'rm src/*', turn('src/f', '../../outside/key')],
  [
    'a file for a program nobody knows became a link',
    'some-tool --out=a.txt',
    turn('a.txt', '../outside/key'),
  ],
  [
    'a link is one no more',
    'sort -o link b.txt',
    cwd => {
      rmSync(join(cwd, 'link'))
      renameSync(join(cwd, 'b.txt'), join(cwd, 'link'))
    },
  ],
])('a yes is for what was shown: %s', async (_name, command, meanwhile) => {
  const { granted, message } = await bash(command, meanwhile)
  expect([granted, message]).toEqual([
    false,
    expect.stringContaining('What this call would do changed while it was being decided'),
  ])
})

test('a file tool is bound to what was shown in the same way', async () => {
  const input = { file_path: 'link', content: 'x' }
  const { granted } = await approve(writeTool as Tool, input, turn('link', 'b.txt'))
  expect(granted).toBe(false)
})

test('what does not change where a path leads does not take a yes back', async () => {
  for (const command of ['sort -o link b.txt', 'cp a.txt dir/f', 'npm test > new.txt', 'rm src/*']) {
    const { granted } = await bash(command, cwd => {
      writeFileSync(join(cwd, 'a.txt'), 'changed\n')
      writeFileSync(join(cwd, 'src/another'), '')
    })
    expect([command, granted]).toEqual([command, true])
  }
})

test('run all the same, the command would write where nobody said yes', async () => {
  const { cwd, root } = await bash('sort -o link b.txt', turn('link', '../outside/key'))
  // sort itself replaces nothing: it writes through the link.
  execFileSync('sort', ['-o', 'link', 'b.txt'], { cwd })
  expect(readFileSync(join(root, 'outside/key'), 'utf8')).toBe('project/b.txt\n')
})
