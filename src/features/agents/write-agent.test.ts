import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { createMarkdownHeads } from '../../lib/markdown-heads.ts'
import { readAgents } from './read-agents.ts'
import { writeAgent } from './write-agent.ts'

const AGENT = {
  name: 'code-reviewer',
  description: 'Reviews: "all" changes\nbefore #1',
  prompt: 'You review.\n---\nTwice.',
  tools: ['Read', 'Bash(git diff *)'],
  model: 'haiku',
}

test('an agent that is written is read back as it was said', async () => {
  await using tmp = tmpDir()
  const path = writeAgent(join(tmp.path, 'agents'), AGENT)
  writeAgent(join(tmp.path, 'agents'), { ...AGENT, name: 'plain', tools: [], model: '' })
  const places = [{ source: { level: 'user' } as const, root: tmp.path }]
  const { contributions } = await readAgents(places, createMarkdownHeads(undefined))
  expect(path).toBe(join(tmp.path, 'agents', 'code-reviewer.md'))
  const { description, prompt } = AGENT
  expect(contributions.flatMap(({ problems = [] }) => problems)).toEqual([])
  expect(contributions.flatMap(({ agents = [] }) => agents)).toMatchObject([
    AGENT,
    { name: 'plain', description, prompt },
  ])
})

test('a file that is there already is left alone', async () => {
  await using tmp = tmpDir()
  const path = writeAgent(tmp.path, AGENT)
  const before = readFileSync(path, 'utf8')
  expect(() => writeAgent(tmp.path, { ...AGENT, prompt: 'Other.' })).toThrow(/There is already a file/)
  expect(readFileSync(path, 'utf8')).toBe(before)
})
