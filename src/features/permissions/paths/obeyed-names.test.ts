import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import type { Access } from '../../../protocol/access.ts'
import { createPermissions } from '../permissions.ts'
import { OBEYED_DIRECTORIES, OBEYED_FILES } from './obeyed-names.ts'
import { findProtected } from './protected.ts'

const ROWS = [
  ...OBEYED_DIRECTORIES.map(names => names.split(' ').map(name => `${name}/x.json`)),
  ...OBEYED_FILES.map(names => names.split(' ').map(name => name.replace(/^\*/, 'my'))),
].flat()

test('every row of the table asks: by an edit, by a command, at any depth and in any case', async () => {
  await using tmp = tmpDir()
  const root = join(realpathSync(tmp.path), 'project')
  mkdirSync(root)
  writeFileSync(join(root, 'evil'), 'x')
  const permissions = createPermissions()
  const policy = { mode: 'acceptEdits', rules: [], roots: [root], cwd: root, home: tmp.path } as const
  const verdict = async (access: Access) => {
    const call = { toolName: 'X', accesses: [access] }
    return (await permissions.judge(call, { ...policy, caseSensitive: true })).verdict
  }
  const missed: string[] = []
  for (const name of ROWS)
    for (const path of [name, `a/b/${name}`, name.toUpperCase()]) {
      if ((await verdict({ kind: 'write', path: join(root, path) })) !== 'ask') missed.push(`edit ${path}`)
      const command = `cp evil '${path}'`
      if ((await verdict({ kind: 'shell', command })) !== 'ask') missed.push(command)
    }
  expect(missed).toEqual([])
  expect(await verdict({ kind: 'write', path: join(root, 'src/a.ts') })).toBe('allow')
})

test.each([
  '.github/workflows/ci.yml',
  '.gitlab-ci.yml',
  'AGENTS.md',
  'CLAUDE.md',
  'code-workspace',
  'a.zed',
])('%s is a file like any other', path => expect(findProtected(path)).toBeUndefined())

/** Written down apart from the table: a member per row would only prove that the table agrees with itself. */
const OTHER_MEMBERS = [
  '.agents/skills/a/scripts/run.sh',
  '.agent/workflows/a.md',
  '.autoenv.zsh',
  '.bzr/branch/branch.conf',
  '.codebuddy/settings.json',
  '.config/autostart/a.desktop',
  '.config/direnv/direnvrc',
  '.config/mise/config.toml',
  '.config/systemd/user/a.service',
  '.copilot/mcp-config.json',
  '.curlrc',
  '.ghci',
  '.grok/settings.json',
  '.idx/dev.nix',
  '.iex.exs',
  '.lazy.lua',
  '.lessfilter',
  '.lintstagedrc.mjs',
  '.ocamlinit',
  '.openhands/setup.sh',
  '.pijul/config',
  '.pre-commit-config.yml',
  '.psqlrc',
  '.renviron',
  '.run/a.run.xml',
  '.simple-git-hooks.json',
  '.sl/config',
  '.tabnine/mcp_servers.json',
  '.tool-versions',
  '.vim/coc-settings.json',
  '.vimspector.json',
  '.warp/.mcp.json',
  '.wezterm.lua',
  'a.ipr',
  'lefthook.toml',
  'library/LaunchAgents/a.plist',
  'lint-staged.config.ts',
  'pnpm-workspace.yaml',
  'rust-toolchain.toml',
  'web/lefthook-local.json',
]

test.each(OTHER_MEMBERS)('%s is obeyed by another program', path => expect(findProtected(path)).toBeDefined())
