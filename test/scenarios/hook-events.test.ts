import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOOK_EVENTS } from '../../src/features/hooks/events.ts'
import type { HookInput, HookSettings } from '../../src/protocol/hook.ts'
import { createWorld } from '../support/engine-bench.ts'
import { drive, openWorld } from '../support/open-threads.ts'

/** Hears of every event, and says nothing. */
const listening = (heard: HookInput[]): HookSettings =>
  Object.fromEntries(
    Object.keys(HOOK_EVENTS).map(event => [
      event,
      [
        {
          matcher: event === 'FileChanged' ? 'watched.txt' : '*',
          hooks: [{ type: 'function', run: (input: HookInput) => void heard.push(input) }],
        },
      ],
    ]),
  )

/** Fired by what other parts of the program bring. */
const ELSEWHERE = [
  'Elicitation',
  'TeammateIdle',
  'ElicitationResult',
  'PermissionDenied',
  'Notification',
  'ConfigChange',
  'WorktreeCreate',
  'WorktreeRemove',
]

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 5))
}

const session = async (heard: HookInput[], { wake }: { readonly wake: boolean }): Promise<void> => {
  const { world, parts } = await openWorld({
    scenario: { replies: [{ text: 'agent done' }] },
    config: () => ({ wake, hooks: {}, hookChoice: { setup: 'init', host: listening(heard) } }),
  })
  await using _ = world
  const agent = await parts.openThread({ agent: { id: 'a1', name: 'helper', toolUseId: 't' } })
  await drive(agent, 'look')
  await agent[Symbol.asyncDispose]()
}

const conversation = (heard: HookInput[], { wake }: { readonly wake: boolean }) =>
  createWorld({
    allow: ['Bash', 'TaskCreate', 'TaskUpdate'],
    files: { 'AGENTS.md': 'Be kind.', 'watched.txt': '1' },
    scenario: {
      replies: [
        { tool: { name: 'Bash', input: { command: 'mkdir -p sub && cd sub' } } },
        { tool: { name: 'Bash', input: { command: 'false' } } },
        { tool: { name: 'TaskCreate', input: { subject: 'a', description: 'b' } } },
        { tool: { name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } } },
        { tool: { name: 'Write', input: { file_path: '/etc/nothing', content: 'x' } } },
        { text: 'done' },
        { text: 'committed' },
        { text: 'a summary of it all' },
        { fault: { kind: 'status', status: 400 } },
      ],
    },
    config: ({ place }) => ({
      wake,
      hooks: {},
      hookChoice: { setup: 'init', host: listening(heard) },
      instructions: {
        configHome: join(place.home, 'config'),
        projectRoot: place.cwd,
        extraDirs: [],
        managed: { directories: [], owner: 0 },
        uid: process.getuid?.(),
        sources: ['project'],
        compat: true,
        trusted: true,
        discover: true,
        excludes: [],
      },
    }),
  })

test.for([{ wake: false }, { wake: true }])(
  'every event that can happen in a session is heard of (at a screen: $wake)',
  async how => {
    const heard: HookInput[] = []
    await using world = await conversation(heard, how)
    await world.ask('go')
    await world.ask('/commit all')
    await world.engine.send({ type: 'set_model', model: 'claude-opus-4-5' })
    await world.engine.send({
      type: 'update_permissions',
      updates: [{ type: 'addDirectories', directories: ['/tmp'], destination: 'session' }],
    })
    appendFileSync(join(world.dir, 'watched.txt'), '2')
    await until(() => heard.some(({ hook_event_name }) => hook_event_name === 'FileChanged'))
    await world.engine.compact({})
    await world.ask('fail')
    await world.engine[Symbol.asyncDispose]()
    await session(heard, how)
    const names = new Set(heard.map(input => input.hook_event_name))
    const expected = Object.entries(HOOK_EVENTS).flatMap(([event, row]) =>
      'pending' in row || ELSEWHERE.includes(event) ? [] : [event],
    )
    expect(expected.filter(event => !names.has(event))).toEqual([])
  },
)
