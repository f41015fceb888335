import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { putFiles } from './support/plugin-world.ts'
import { tmpDir } from './support/tmp-dir.ts'

const SCRIPT = join(import.meta.dirname, '../scripts/check-marketplaces.ts')
const run = promisify(execFile)

test('what is lost of the plugins of a marketplace is counted by kind and named', async () => {
  await using tmp = tmpDir()
  const root = putFiles(join(tmp.path, 'shop'), {
    '.claude-plugin/marketplace.json': {
      name: 'shop',
      owner: { name: 'x' },
      plugins: [
        { name: 'whole', source: './whole' },
        { name: 'part', source: './part' },
      ],
    },
    'whole/.claude-plugin/plugin.json': { name: 'whole', version: '1.0.0' },
    'whole/skills/tidy/SKILL.md': '---\nname: Tidy Up\ndescription: tidies\n---\nTidy.',
    'whole/hooks/hooks.json': {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'touch ran' }] }] },
    },
    'whole/.mcp.json': { mcpServers: { one: { command: 'touch', args: ['ran'] } } },
    'part/.claude-plugin/plugin.json': { name: 'part', version: '1.0.0' },
    'part/agents/good.md': '---\nname: good\ndescription: reads\n---\nRead.',
    'part/agents/lost.md': '---\nname: lost:one\ndescription: has a name that cannot be one\n---\nLost.',
  })
  const options = { cwd: join(import.meta.dirname, '..') }
  const error = await run(process.execPath, [SCRIPT, root], options).then(
    () => undefined,
    (reason: { readonly code: number; readonly stdout: string }) => reason,
  )
  expect(error?.code).toBe(1)
  const [counted, plugin, ...rest] = error?.stdout.trim().split('\n') ?? []
  expect(counted).toBe(
    'shop: 2 plugins (0 more lie elsewhere), 1 skills, 0 commands, 2 agents, 0 styles, 1 hooks, 1 servers, 0 language servers; 1 lost',
  )
  expect([plugin, rest[0]]).toEqual(['  part', '    lost agents: agents/lost.md'])
})
