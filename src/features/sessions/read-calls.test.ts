import { symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeSession } from '../../../test/support/sample-session.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { NO_USAGE } from '../../protocol/usage.ts'
import { type CallsOf, readCalls } from './read-calls.ts'

const tmp = tmpDir()
afterAll(() => tmp[Symbol.asyncDispose]())

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const usage = (output: number) => ({ ...NO_USAGE, input_tokens: 1, output_tokens: output })
const record = (id: string, output: number, more = {}) => ({
  parentUuid: null,
  isSidechain: false,
  sessionId: 's',
  timestamp: at(output),
  type: 'assistant',
  message: { id, role: 'assistant', model: 'm', content: [], stop_reason: null, usage: usage(output) },
  uuid: `${id}-${output}`,
  ...more,
})
const booked = (id: string, second: number, more = {}) => ({
  type: 'usage',
  sessionId: 's',
  timestamp: at(second),
  source: 'main',
  durationMs: 1,
  message: { id, model: 'm', usage: usage(second) },
  ...more,
})

const all = async (home: string, which: CallsOf): Promise<readonly string[]> => {
  const found: string[] = []
  for await (const { project, calls } of readCalls(home, which))
    for (const { reply, at: time, source, usage: used, partial } of calls)
      found.push(
        `${project} ${reply} ${time === at(used.output_tokens) ? 'own' : 'first'} ${source} ${used.output_tokens}${partial ? ' partial' : ''}`,
      )
  return found.sort()
}

test('usage lines are the calls; a reply without one counts by its highest record, copies and made-up replies not at all', async () => {
  const home = join(tmp.path, 'a')
  const project = join(home, 'projects', 'p')
  writeSession(join(project, 'one.jsonl'), [
    record('known', 1),
    booked('known', 9),
    booked('known', 10, { source: 'compaction', partial: true }),
    record('lost', 2),
    record('lost', 5),
    record('lost', 3),
    record('whole', 4, { message: { ...record('whole', 4).message, stop_reason: 'end_turn' } }),
    record('copied', 6, { forkedFrom: { sessionId: 'x', messageUuid: 'y' } }),
    record('made-up', 7, { message: { ...record('made-up', 7).message, model: '<synthetic>' } }),
    booked('odd', 0, { message: { id: 'odd', model: 'm', usage: { output_tokens: -5, input_tokens: 'x' } } }),
  ])
  writeSession(join(project, 'one', 'subagents', 'agent-1.jsonl'), [
    record('agent', 8, { isSidechain: true }),
  ])
  writeFileSync(join(project, 'notes.txt'), JSON.stringify(booked('text', 1)))
  symlinkSync(join(project, 'one.jsonl'), join(project, 'link.jsonl'))
  expect(await all(home, {})).toEqual([
    'p agent own agent 8 partial',
    'p known own compaction 10 partial',
    'p known own main 9',
    'p lost first main 5 partial',
    'p odd own main 0',
    'p whole own main 4',
  ])
})

test('only a project, or only since a time, when asked for; nothing where there is nothing', async () => {
  const home = join(tmp.path, 'b')
  const old = writeSession(join(home, 'projects', 'p', 'old.jsonl'), [booked('r1', 50)])
  writeSession(join(home, 'projects', 'q', 'new.jsonl'), [booked('r2', 10), booked('r3', 40)])
  utimesSync(old, new Date(at(5)), new Date(at(5)))
  expect(await all(home, { project: 'p' })).toEqual(['p r1 own main 50'])
  expect(await all(home, { since: Date.parse(at(30)) })).toEqual(['q r3 own main 40'])
  expect(await all(join(tmp.path, 'none'), {})).toEqual([])
  expect(await all(home, { project: 'none' })).toEqual([])
})

test('a call of an agent counts once: its usage line is in the file of the session, its records are in its own', async () => {
  const home = join(tmp.path, 'agents')
  const project = join(home, 'projects', 'p')
  writeSession(join(project, 'one.jsonl'), [record('asked', 1), booked('work', 9, { source: 'agent' })])
  const side = { isSidechain: true }
  writeSession(join(project, 'one', 'subagents', 'agent-a.jsonl'), [
    record('work', 2, side),
    record('unbooked', 3, side),
  ])
  expect(await all(home, {})).toEqual([
    'p asked own main 1 partial',
    'p unbooked own agent 3 partial',
    'p work own agent 9',
  ])
})
