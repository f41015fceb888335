import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import type { ModelRequest } from '../../src/protocol/model.ts'
import { createCompactionWorld, SUMMARY, used } from '../support/compaction-world.ts'
import type { World } from '../support/engine-bench.ts'
import { sampleServer, withServers } from '../support/sample-server.ts'

const call = (name: string, input: object, tokens = 500): ScriptedReply => ({
  tool: { name, input },
  ...used(tokens),
})
const NOTES: ScriptedReply = {
  when: { lastUserText: 'bring the notes of this session up to date' },
  text: '<section name="Current state">NOTED STATE</section>',
  repeat: true,
}

/** What the model is told besides what was said, and how it can be known again in a request. */
const FACTS = {
  instructions: 'PROJECT RULES',
  'the list of skills': '- deploy: Deploys the app',
  'a skill that was called': 'Deploy with care.',
  'the list of agents': '- special: Does special things',
  'tools of servers': 'mcp__sample__{echo,break}',
  'what a server says of its tools': 'MIND THE ECHO',
  'the index of the memory': 'HOOK OF THE INDEX',
  'open steps': 'STEP THAT IS OPEN',
  'commands in the background': 'tail -f /dev/null',
  'plan mode': 'Plan mode is on.',
  'a file that somebody else changed': 'the person or another program: seen.txt',
  'a file that somebody else deleted': 'the person or another program: gone.txt',
} as const

const SKILL = '---\ndescription: Deploys the app\n---\nDeploy with care.\n'
const AGENT = '---\nname: special\ndescription: Does special things\n---\nYou are special.\n'

const configOf = (config: EngineConfig): Partial<EngineConfig> => {
  const memoryDirectory = join(config.place.home, 'memory')
  mkdirSync(memoryDirectory, { recursive: true })
  writeFileSync(join(memoryDirectory, 'MEMORY.md'), '- [x](x.md) — HOOK OF THE INDEX\n')
  writeFileSync(join(memoryDirectory, 'x.md'), '---\nname: x\ndescription: d\ntype: project\n---\nx\n')
  const source = { level: 'project', directory: '.claude' } as const
  const { cwd, home } = config.place
  return {
    ...withServers([{ name: 'sample', config: sampleServer({ instructions: 'MIND THE ECHO' }) }])(config),
    extensions: {
      list: async () => [{ source, root: join(cwd, '.claude') }],
      onChanged: () => () => undefined,
    },
    instructions: {
      configHome: join(home, 'config'),
      projectRoot: cwd,
      extraDirs: [],
      managed: { directories: [], owner: 0 },
      uid: process.getuid?.(),
      sources: ['project'],
      compat: true,
      trusted: true,
      discover: true,
      excludes: [],
    },
    place: { ...config.place, memoryDirectory },
    memory: {},
  }
}

const WORK = [
  call('Read', { file_path: 'seen.txt' }),
  call('Read', { file_path: 'gone.txt' }),
  call('Skill', { skill: 'deploy' }),
  call('mcp__sample__echo', { text: 'x' }),
  call('TodoWrite', {
    todos: [{ content: 'STEP THAT IS OPEN', status: 'in_progress', activeForm: 'a' }],
  }),
  call('Bash', { command: 'tail -f /dev/null', run_in_background: true }),
]

interface Path {
  readonly replies: readonly ScriptedReply[]
  readonly by: string
  readonly notes?: boolean
  run?(world: World): Promise<unknown>
}

const NOW: ScriptedReply = { text: 'ok', when: { lastUserText: 'AND NOW' }, repeat: true, ...used(900) }
const DONE: ScriptedReply = { text: 'Done.', ...used(500) }
const THERE: ScriptedReply = { text: 'Seen.', ...used(500) }
const PATHS: Readonly<Record<string, Path>> = {
  manual: {
    replies: [...WORK, DONE, THERE, NOW],
    run: world => world.engine.compact({}),
    by: 'full-compact',
  },
  'automatic, where a turn begins': {
    replies: [...WORK, DONE, { ...THERE, ...used(190_000) }, { text: 'ok', ...used(900) }],
    by: 'full-compact',
  },
  'automatic, within a turn': {
    replies: [...WORK, DONE, THERE, call('Glob', { pattern: 'x' }, 190_000), { text: 'ok', ...used(900) }],
    by: 'full-compact',
  },
  notes: {
    notes: true,
    replies: [
      ...WORK,
      call('Bash', { command: 'seq 1 9' }, 100_000),
      call('Bash', { command: 'seq 1 9' }, 120_000),
      { text: 'Done.', ...used(140_000) },
      { ...THERE, ...used(140_000) },
      ...Array.from({ length: 6 }, () => ({ text: `Said: ${'word '.repeat(4_000)}`, ...used(150_000) })),
      { text: 'Said it.', ...used(190_000) },
      { text: 'ok', ...used(900) },
    ],
    async run(world) {
      // So much is kept that the beginning is not among it.
      for (let at = 0; at < 7; at++) await world.ask(`say ${at}`)
    },
    by: 'session-memory-compact',
  },
  reactive: {
    replies: [
      ...WORK,
      DONE,
      THERE,
      { when: { lastUserText: 'AND NOW' }, fault: 'prompt_too_long', times: 1 },
      { text: 'ok', ...used(900) },
    ],
    by: 'full-compact',
  },
}

const textOf = (request: ModelRequest | undefined): string => JSON.stringify(request?.messages ?? [])

test.each(Object.entries(PATHS))(
  'what stood before the conversation is in the first request after a compaction: %s',
  async (_name, { replies, notes = false, run, by }) => {
    await using world = await createCompactionWorld({
      window: 200_000,
      allow: ['Bash', 'mcp__sample', 'Skill'],
      files: {
        '.claude/skills/deploy/SKILL.md': SKILL,
        '.claude/agents/special.md': AGENT,
        'CLAUDE.md': 'PROJECT RULES',
        'seen.txt': 'before\n',
        'gone.txt': 'before\n',
      },
      context: { notes, notesShare: 9 },
      onConfig: configOf,
      replies: [SUMMARY, ...(notes ? [NOTES] : []), ...replies],
    })
    await world.ask('prepare it')
    await world.engine.send({ type: 'set_mode', mode: 'plan' })
    writeFileSync(join(world.dir, 'seen.txt'), 'by hand\n')
    rmSync(join(world.dir, 'gone.txt'))
    await world.ask('AND WHAT IS THERE')
    await run?.(world)
    await world.ask('AND NOW')
    const first = world.model.requests.find(
      request => request.source === 'main' && textOf(request).includes('was replaced by this summary'),
    )
    const told = textOf(first)
    expect(told).toContain('AND NOW')
    const boundary = world.events.flatMap(event =>
      event.type === 'entry' && event.entry.type === 'system' && event.entry.subtype === 'compact_boundary'
        ? [event.entry.compactMetadata?.by]
        : [],
    )
    expect(boundary).toEqual([by])
    expect(
      Object.entries(FACTS)
        .filter(([, words]) => !told.includes(words))
        .map(([fact]) => fact),
    ).toEqual([])
    // Once each: what was said again is not said twice.
    const twice = ['the list of skills', 'the list of agents', 'tools of servers'] as const
    expect(twice.filter(fact => told.split(FACTS[fact]).length > 2)).toEqual([])
  },
)
