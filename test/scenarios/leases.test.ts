import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { createWorld } from '../support/engine-bench.ts'

const read: Pick<ScriptedReply, 'tool'> = { tool: { name: 'Read', input: { file_path: 'f.txt' } } }
const edit = (from: string, to: string): Pick<ScriptedReply, 'tool'> => ({
  tool: { name: 'Edit', input: { file_path: 'f.txt', old_string: from, new_string: to } },
})
const wait = (words: string, condition: string): Pick<ScriptedReply, 'tool'> => ({
  tool: { name: 'Bash', input: { command: `until ${condition}; do sleep 0.01; done; echo ${words}` } },
})
const agent = (name: string, more: object = {}) => ({
  name: 'Agent',
  input: { description: name, prompt: `TASK ${name}`, name, ...more },
})

/** Turns until what is looked for is there. */
const until = async (ready: () => boolean): Promise<void> => {
  while (!ready()) await new Promise(resolve => setImmediate(resolve))
}

test('of two agents on one file the second writer is told who has it, and loses nothing', async () => {
  await using world = await createWorld({
    files: { 'f.txt': 'alpha\nbeta\n' },
    allow: ['Bash', 'Edit', 'Write'],
    scenario: {
      replies: [
        { tools: [agent('first'), agent('second')], when: { lastUserText: 'GO' } },
        // The first reads, edits, and is still at work when the second comes.
        { ...read, when: { lastUserText: 'TASK first' } },
        { ...edit('alpha', 'ALPHA'), when: { toolResult: { tool: 'Read', contains: 'alpha' } } },
        { ...wait('free', '[ -e go ]'), when: { toolResult: { tool: 'Edit', isError: false } } },
        { text: 'first is done', when: { toolResult: { tool: 'Bash', contains: 'free' } } },
        { ...wait('changed', 'grep -q ALPHA f.txt'), when: { lastUserText: 'TASK second' } },
        { ...read, when: { toolResult: { tool: 'Bash', contains: 'changed' } } },
        { ...edit('beta', 'BETA'), when: { toolResult: { tool: 'Read', contains: 'ALPHA' } } },
        {
          tool: { name: 'Bash', input: { command: 'touch go; echo refused' } },
          when: { toolResult: { tool: 'Edit', isError: true, contains: 'agent first is editing this file' } },
        },
        { text: 'second gave up', when: { toolResult: { tool: 'Bash', contains: 'refused' } } },
        { text: 'Both ended.', when: { toolResult: { tool: 'Agent' } } },
        // The lease is gone with the turn, and what the conversation read is not what is there now.
        { ...edit('beta', 'BETA'), when: { lastUserText: 'NOW' } },
        { ...read, when: { toolResult: { tool: 'Edit', isError: true } } },
        { ...edit('beta', 'BETA'), when: { toolResult: { tool: 'Read', contains: 'ALPHA' } } },
        { text: 'Edited.', when: { toolResult: { tool: 'Edit' } } },
      ],
    },
  })
  expect((await world.ask('GO')).report.text).toBe('Both ended.')
  expect(readFileSync(join(world.dir, 'f.txt'), 'utf8')).toBe('ALPHA\nbeta\n')
  expect((await world.ask('NOW')).report.text).toBe('Edited.')
  expect(readFileSync(join(world.dir, 'f.txt'), 'utf8')).toBe('ALPHA\nBETA\n')
})

test('an edit that would still fit is refused when an agent changed the file since it was read', async () => {
  await using world = await createWorld({
    files: { 'f.txt': 'alpha\nbeta\n' },
    allow: ['Edit'],
    scenario: {
      replies: [
        { ...read, when: { lastUserText: 'GO' } },
        { tools: [agent('helper')], when: { toolResult: { tool: 'Read', contains: 'alpha' } } },
        { ...read, when: { lastUserText: 'TASK helper' } },
        { ...edit('alpha', 'ALPHA'), when: { toolResult: { tool: 'Read' } } },
        { text: 'helped', when: { toolResult: { tool: 'Edit', isError: false } } },
        { ...edit('beta', 'BETA'), when: { toolResult: { tool: 'Agent' } } },
        { text: 'I see.', when: { toolResult: { tool: 'Edit', isError: true } } },
      ],
    },
  })
  await world.ask('GO')
  // What is asked beside the conversation may come behind it.
  const told = world.model.requests.map(({ messages }) => JSON.stringify(messages.at(-1)))
  expect(told.join('\n')).toContain('agent helper has changed it since you read it')
  expect(readFileSync(join(world.dir, 'f.txt'), 'utf8')).toBe('ALPHA\nbeta\n')
})

test('a change that a command of one thread made is told to another that had read the file', async () => {
  await using world = await createWorld({
    files: { 'f.txt': 'alpha\n' },
    allow: ['Bash'],
    scenario: {
      replies: [
        { ...read, when: { lastUserText: 'GO' } },
        { tools: [agent('helper')], when: { toolResult: { tool: 'Read' } } },
        {
          tool: { name: 'Bash', input: { command: 'sed -i s/alpha/omega/ f.txt' } },
          when: { lastUserText: 'TASK helper' },
        },
        { text: 'helped', when: { toolResult: { tool: 'Bash' } } },
        { text: 'ok', when: { toolResult: { tool: 'Agent' } } },
        { text: 'I know.', when: { lastUserText: 'AND' } },
      ],
    },
  })
  await world.ask('GO')
  await world.ask('AND')
  const told = JSON.stringify(world.model.requests.at(-1)?.messages)
  expect(told).toMatch(/A command of this session may have done it.*f\.txt \(changed\).*\+omega/s)
})

test('of two sessions on one file the second is told while the turn of the first runs', async () => {
  const replies: readonly ScriptedReply[] = [
    { ...read, when: { lastUserText: 'GO' } },
    { ...edit('beta', 'BETA'), when: { toolResult: { tool: 'Read' } } },
    { ...wait('free', '[ -e go ]'), when: { toolResult: { tool: 'Edit', isError: false } } },
    { text: 'refused', when: { toolResult: { contains: 'another session is editing this file' } } },
    { text: 'done', when: { toolResult: { tool: 'Bash' } } },
  ]
  const options = {
    files: { 'f.txt': 'alpha\nbeta\n' },
    allow: ['Bash', 'Edit'],
    scenario: { replies },
    config: ({ place }: EngineConfig) => ({
      place: { ...place, leasesDir: join(place.historyDir ?? '', '../../leases') },
    }),
  }
  await using first = await createWorld(options)
  const { files: _, ...same } = options
  await using second = await createWorld({ ...same, in: first })
  const asked = first.ask('GO')
  await until(() => readFileSync(join(first.dir, 'f.txt'), 'utf8').includes('BETA'))
  // Gone back to what both have read: it is only the other session that is in the way.
  writeFileSync(join(first.dir, 'f.txt'), 'alpha\nbeta\n')
  expect((await second.ask('GO')).report.text).toBe('refused')
  writeFileSync(join(first.dir, 'go'), '')
  expect((await asked).report.text).toBe('done')
  expect(readdirSync(join(first.configHome, 'leases'))).toEqual([])
})
