import { expect, test } from 'vitest'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { createCompactionWorld, resumeWorld, SUMMARY } from '../support/compaction-world.ts'
import type { World } from '../support/engine-bench.ts'

const textOf = (world: World): string =>
  (world.model.requests.at(-1)?.messages ?? [])
    .flatMap(({ content }) =>
      typeof content === 'string' ? [content] : content.map(block => ('text' in block ? block.text : '')),
    )
    .join('\n')
const JUDGE = { model: /haiku/ } as const
const OK = { text: 'ok', repeat: true, when: { model: /sonnet/ } } as const
const IN_FORCE = /Keep following them where they still apply/
const GOAL = /Work until the goal is reached|Work until that command/
const LOOP = /This is the first round of a loop/

const open = (more: readonly ScriptedReply[]) =>
  createCompactionWorld({
    window: 200_000,
    allow: ['Bash'],
    replies: [SUMMARY, ...more, OK],
    onConfig: config => ({
      wake: true,
      schedules: { root: config.place.cwd, files: [], state: `${config.place.cwd}/../state`, loopFiles: [] },
      assistant: { on: false, dayUsd: 2, dayTicks: 48, book: `${config.place.cwd}/../assistant.json` },
    }),
  })

const play = async (world: World, line: string): Promise<void> => {
  if (line === 'MODE default') await world.engine.send({ type: 'set_mode', mode: 'default' })
  else await world.ask(line)
}

/** Ways in which something that was in force ends, and what would say that it is in force still. */
const ENDED: readonly (readonly [string, RegExp, readonly ScriptedReply[], readonly string[]])[] = [
  ['a goal that was met', GOAL, [{ text: 'MET: done.', when: JUDGE }], ['/goal shine']],
  ['a goal that was given up', GOAL, [{ text: 'STUCK: ask.', when: JUDGE }], ['/goal shine']],
  ['a goal out of rounds', GOAL, [{ text: 'NOT_MET: no.', when: JUDGE }], ['/goal shine --turns 1']],
  ['a goal whose command passes', GOAL, [], ['/goal $ true']],
  [
    'a goal that was cleared',
    GOAL,
    [{ text: 'NOT_MET: no.', when: JUDGE, repeat: true }],
    ['/plan', '/goal shine', '/goal clear'],
  ],
  ['a loop that was stopped', LOOP, [], ['/loop 5m look', '/loop stop']],
  ['a self-paced loop that is over', LOOP, [], ['/loop look']],
  ['assistant mode switched off', /assistant mode is on/i, [], ['/assistant on', 'hello', '/assistant off']],
  ['plan mode left again', /Plan mode is on/i, [], ['/plan hello', 'MODE default']],
]

test.each(ENDED)(
  '%s is not given back as in force by a compaction',
  async (_what, inForce, replies, lines) => {
    await using world = await open(replies)
    for (const line of lines) await play(world, line)
    await world.engine.compact({})
    await world.ask('AND NOW')
    expect(textOf(world)).not.toMatch(IN_FORCE)
    expect(textOf(world)).not.toMatch(inForce)
  },
)

test.each(ENDED)(
  '%s is not given back by a compaction of a later run',
  async (_what, inForce, replies, lines) => {
    await using world = await open(replies)
    for (const line of lines) await play(world, line)
    await using again = await resumeWorld(world, { window: 200_000, replies: [SUMMARY, OK] })
    await again.engine.compact({})
    await again.ask('AND NOW')
    expect(textOf(again)).not.toMatch(IN_FORCE)
    expect(textOf(again)).not.toMatch(inForce)
  },
)

test('a goal and a loop that are in force are given back', async () => {
  await using world = await open([{ text: 'NOT_MET: no.', when: JUDGE, repeat: true }])
  for (const line of ['/loop 5m look', '/plan', '/goal shine']) await world.ask(line)
  await world.engine.compact({})
  await world.ask('AND NOW')
  expect(textOf(world)).toMatch(IN_FORCE)
  expect(textOf(world)).toMatch(GOAL)
  expect(textOf(world)).toMatch(LOOP)
})

test('a goal that is over is told as over wherever the conversation still says otherwise', async () => {
  await using world = await open([{ text: 'MET: done.', when: JUDGE }])
  await world.ask('/goal shine')
  const [first = ''] = world.events.flatMap(event =>
    event.type === 'turn_started' ? [event.turn.userMessageUuid] : [],
  )
  await world.ask('/goal')
  await world.ask('NEXT')
  // The reply of the goal's turn stands before the place where its end was told.
  const reply = (await world.engine.query('history')).findLast(
    (message, at, all) =>
      message.type === 'assistant' && all.slice(0, at).some(({ uuid }) => uuid === first) && at < 4,
  )
  await using again = await resumeWorld(world, {
    window: 200_000,
    replies: [SUMMARY, OK],
    ...(reply ? { at: reply.uuid } : {}),
  })
  await again.ask('AND NOW')
  expect(textOf(again)).toMatch(GOAL)
  expect(textOf(again)).toContain('not in force any more')
  await again.ask('ONCE')
  expect(textOf(again).split('not in force any more')).toHaveLength(2)
  await again.engine.compact({})
  await again.ask('AND NOW')
  expect(textOf(again)).not.toMatch(IN_FORCE)
})
