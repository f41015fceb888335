import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import { agentMemory } from './agent-memory.ts'

const CASES = [
  ['user', 'home/.capstan/agent-memory/a', 'home/.claude/agent-memory/a'],
  ['project', 'project/.capstan/agent-memory/a', 'project/.claude/agent-memory/a'],
  ['local', 'project/.capstan/agent-memory-local/a', 'project/.claude/agent-memory-local/a'],
] as const

test.each(CASES)(
  'the %s memory of an agent is in %s, unless there is one in %s',
  async (memory, ours, theirs) => {
    await using tmp = tmpDir()
    const cwd = join(tmp.path, 'project')
    const home = join(tmp.path, 'home')
    const places = { cwd, home, roots: [cwd], configHome: join(home, '.capstan') }
    const found = (): string | undefined => agentMemory({ name: 'a', memory }, places)
    expect(found()).toBe(join(tmp.path, ours))
    mkdirSync(join(tmp.path, theirs), { recursive: true })
    expect(found()).toBe(join(tmp.path, theirs))
  },
)

test('a user memory that Capstan has begun counts, also beside one of another tool', async () => {
  await using tmp = tmpDir()
  const own = join(tmp.path, '.capstan', 'agent-memory', 'a')
  for (const each of [own, join(tmp.path, '.claude', 'agent-memory', 'a')])
    mkdirSync(each, { recursive: true })
  const places = { cwd: tmp.path, home: tmp.path, roots: [], configHome: join(tmp.path, '.capstan') }
  expect(agentMemory({ name: 'a', memory: 'user' }, places)).toBe(own)
})
