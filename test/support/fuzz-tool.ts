import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { readToolSpecs } from '../../src/host/tools/toolbox.ts'
import { createWorld } from './engine-bench.ts'
import { hostileInput, type Schema } from './hostile-input.ts'
import { sampleSize } from './sample-size.ts'
import { makePipe } from './tool-call.ts'
import { toolResults } from './tool-results.ts'

const CALLS_PER_REPLY = 6
/** Fewer calls in a turn than there may be denials. */
const REPLIES_PER_TURN = 3
const TURNS = sampleSize({ usual: 1, full: 4 })

const NOTEBOOK = JSON.stringify({
  cells: [{ id: 'one', cell_type: 'code', source: ['1'], outputs: [], metadata: {}, execution_count: null }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
})

/** Calls of one tool with whatever its schema and bad luck bring, as a conversation. */
const conversation = (name: string, schema: Schema) => {
  const reply = fc.array(hostileInput(schema), { minLength: CALLS_PER_REPLY, maxLength: CALLS_PER_REPLY })
  return fc
    .array(reply, { minLength: REPLIES_PER_TURN * TURNS, maxLength: REPLIES_PER_TURN * TURNS })
    .map(replies => replies.map((inputs, at) => ({ tools: inputs.map(numbered(name, at)) })))
}

/** Equal calls in a row would be taken for a model that makes no progress. */
const numbered = (name: string, reply: number) => (input: object, index: number) => ({
  name,
  input: index % 3 === 0 ? { ...input, unknown: `${reply}.${index}` } : input,
})

const turnEnds = (reply: ScriptedReply, at: number): readonly ScriptedReply[] =>
  at % REPLIES_PER_TURN === REPLIES_PER_TURN - 1 ? [reply, { text: 'Done.' }] : [reply]

/** Agents that are started have replies of their own. */
const OF_AGENTS: ScriptedReply = {
  when: { system: 'You carry out one task on your own' },
  repeat: true,
  text: 'Done.',
}

const openWorld = async (replies: readonly ScriptedReply[]) => {
  const world = await createWorld({
    files: { 'a.txt': 'text\n', 'note.ipynb': NOTEBOOK, 'fake.png': '\x89PNG no', 'fake.pdf': '%PDF-1.4 no' },
    // Edits inside the project and the listed commands run; whatever else would need a yes gets none.
    allow: ['Bash', 'Monitor', 'WebFetch(domain:127.0.0.1)'],
    config: config => ({ permissions: { ...config.permissions, mode: 'acceptEdits' } }),
    scenario: { replies: [OF_AGENTS, ...replies.flatMap(turnEnds)] },
  })
  mkdirSync(join(world.dir, 'dir'))
  makePipe(join(world.dir, 'pipe'))
  symlinkSync('loop', join(world.dir, 'loop'))
  return world
}

/** Whatever a tool is given, every call gets a result that is no bug, and the turn completes. */
export const fuzzTool = async (name: string, numRuns: number): Promise<void> => {
  const spec = (await readToolSpecs()).find(one => one.name === name)
  await fc.assert(
    fc.asyncProperty(conversation(name, (spec?.input_schema ?? {}) as Schema), async replies => {
      await using world = await openWorld(replies)
      const ends: unknown[] = []
      for (let turn = 0; turn < TURNS; turn++) ends.push((await world.ask('go')).terminal)
      const results = toolResults(world.model.requests)
      // That is what a bug in a tool becomes: good for the session, bad for us.
      expect(results.filter(result => result.text.includes('failed inside Capstan'))).toEqual([])
      expect(results.filter(result => result.text === '')).toEqual([])
      expect(ends).toEqual(ends.map(() => ({ kind: 'completed', stopReason: 'end_turn' })))
      expect(world.model.violations).toEqual([])
      expect(results).toHaveLength(TURNS * REPLIES_PER_TURN * CALLS_PER_REPLY)
    }),
    { numRuns, endOnFailure: true },
  )
}
