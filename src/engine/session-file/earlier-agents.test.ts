import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assistant, call, user } from '../../../test/support/messages.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { repairHistory } from '../../features/sessions/repair.ts'
import { createTasks } from '../tasks/part.ts'

const writeAgent = (directory: string, id: string, toolUseId: string): void => {
  const line = { type: 'agent_metadata', sessionId: 's', agentId: id, facts: { toolUseId } }
  writeFileSync(join(directory, `agent-${id}.jsonl`), `${JSON.stringify(line)}\n`)
}

test('an agent that was waited for when the program was killed can be told to go on, and that is said once', async () => {
  await using dir = tmpDir()
  const agents = join(dir.path, 's', 'subagents')
  mkdirSync(agents, { recursive: true })
  writeAgent(agents, 'a1', 't1')
  writeAgent(agents, 'a2', 't0')
  let ids = 0
  const deps = { now: () => new Date(0), newId: () => `made-${++ids}` }
  const said = [user('u1', 'go'), assistant('m1', [call('t1', 'Agent'), call('t2', 'Read')])]
  const { messages } = repairHistory(said, deps)
  const notesOn = async (history: typeof messages): Promise<readonly string[]> => {
    const config = {
      runtime: { ...deps, elapsed: () => 0 },
      session: { path: join(dir.path, 's.jsonl'), id: 's' },
      place: { outputDir: dir.path },
      prompt: {},
    } as never
    const tasks = createTasks(config, { emit: () => undefined, onNote: () => undefined })
    await tasks.restarted?.(history, 'resume')
    return tasks.registry.takeNotes().map(({ text }) => text)
  }
  const [note = '', ...others] = await notesOn(messages)
  expect(others).toEqual([])
  expect(note).toContain('<task-id>a1</task-id>\n<tool-use-id>t1</tool-use-id>\n<status>killed</status>')
  expect(note).toContain('SendMessage {"to":"a1"} lets it go on')
  expect(await notesOn([...messages, { ...user('u2', note), isMeta: true }])).toEqual([])
})
