import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { converseHere } from './run-here.ts'
import { type Line, openWorld, type World } from './run-program.ts'

const SESSION = 'cccccccc-1234-4234-8234-123456789abc'
const STEPS = 4

/**
 * Each step reads, edits a file, writes one of its own and adds a line to a log: every call leaves a trace that can be
 * counted. Half-way the conversation becomes too long and is summed up.
 */
const scenario = (): Scenario => {
  const step = (n: number) => ({
    thinking: `Step ${n}.`,
    text: `Now comes step ${n}.`,
    tools: [
      { name: 'Read', id: `read-${n}`, input: { file_path: 'a.txt' } },
      {
        name: 'Edit',
        id: `edit-${n}`,
        input: { file_path: 'a.txt', old_string: 'end', new_string: `edit-${n}\nend` },
      },
      { name: 'Write', id: `write-${n}`, input: { file_path: `w-${n}.txt`, content: `${n}\n` } },
      { name: 'Bash', id: `bash-${n}`, input: { command: `echo bash-${n} >> log` } },
    ],
    chunkMs: 1,
  })
  const steps = Array.from({ length: STEPS }, (_, n) => step(n))
  return {
    replies: [
      { when: { lastUserText: 'take it up again' }, text: 'resumed' },
      ...steps.slice(0, STEPS / 2),
      { fault: 'prompt_too_long' },
      { text: 'A summary of it all.', chunkMs: 1 },
      ...steps.slice(STEPS / 2),
      { text: 'All done.' },
    ],
  }
}

const ARGS = [
  '-p',
  '--output-format',
  'stream-json',
  '--include-partial-messages',
  '--allowedTools',
  'Bash(echo *)',
  'Edit',
]
const START = [...ARGS, '--session-id', SESSION, '--', 'work']
const RESTART = [...ARGS, '--resume', SESSION, '--', 'work more']

/** When a run is killed: once it has printed so many lines, and a little later. */
export interface Kill {
  readonly lines: number
  readonly delayMs: number
}

/** How many lines a run that nobody kills prints. */
export const countLines = async (): Promise<number> => {
  await using world = await openWorld(scenario())
  world.put('a.txt', 'end\n')
  const ended = await converseHere(world, START)
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(effectsOf(world)).toHaveLength(3 * STEPS)
  return ended.lines.length
}

/** Ids of the calls that left a trace, as often as they did. */
const effectsOf = (world: World): readonly string[] => {
  const log = join(world.project, 'log')
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []
  const written = readdirSync(world.project).flatMap(name => /^w-(\d)\.txt$/.exec(name)?.[1] ?? [])
  const edited = readFileSync(join(world.project, 'a.txt'), 'utf8').match(/edit-\d/g) ?? []
  return [...lines, ...edited, ...written.map(step => `write-${step}`)].sort()
}

/** Kills a run without warning, and each that goes on with its session, then lets the last one finish. */
export const crash = async (kills: readonly Kill[]): Promise<void> => {
  await using world = await openWorld(scenario())
  world.put('a.txt', 'end\n')
  for (const kill of kills) {
    const printed = await killedRun(world, storedMessages(world).size === 0 ? START : RESTART, kill)
    const stored = storedMessages(world)
    for (const line of printed.filter(isShown))
      expect(stored.get(String(line['uuid']))).toEqual(line['message'])
  }
  if (storedMessages(world).size === 0) expect(effectsOf(world)).toEqual([])
  else await resume(world)
}

const killedRun = async (world: World, args: readonly string[], kill: Kill): Promise<readonly Line[]> => {
  const program = world.start(args)
  const enough = program.line(() => program.lines.length >= kill.lines)
  // A run that goes on has less to say: its end is a moment like any other.
  if (kill.lines > 0) await Promise.race([enough, program.ended])
  enough.catch(() => {})
  await new Promise(resolve => setTimeout(resolve, kill.delayMs))
  program.child.kill('SIGKILL')
  return (await program.ended).lines
}

const isShown = (line: Line): boolean => line.type === 'assistant' || line.type === 'user'

/** The whole lines of the transcript; only the last may be torn. */
const storedLines = (world: World): readonly string[] => {
  const path = join(world.config, 'projects', world.project.replace(/[^A-Za-z0-9]/g, '-'), `${SESSION}.jsonl`)
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []
}

/** The transcript as a strict reader finds it. */
const storedMessages = (world: World): ReadonlyMap<string, unknown> =>
  new Map(
    storedLines(world)
      .map(text => JSON.parse(text) as Line)
      .map(line => [String(line['uuid']), line['message']]),
  )

const resume = async (world: World): Promise<void> => {
  const args = ['-p', '--output-format', 'json', '--resume', SESSION, 'take it up again']
  const ended = await converseHere(world, args)
  expect(ended).toMatchObject({ code: 0 })
  expect(ended.lines).toMatchObject([{ subtype: 'success', result: 'resumed', num_turns: 1 }])
  const effects = effectsOf(world)
  expect(effects).toEqual([...new Set(effects)])
  // After a summary the model knows of it in other words, but the file still tells.
  const transcript = storedLines(world).join('\n')
  const history = JSON.stringify(world.server.requests.at(-1)?.body?.['messages'])
  const told = transcript.includes('"compact_boundary"') ? transcript : history
  for (const id of effects) expect(told).toContain(`"id":"${id}"`)
}

/** A small repeatable source of numbers in [0, 1). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
