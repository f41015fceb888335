import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { createCompactionWorld, SUMMARY, used } from '../support/compaction-world.ts'

const NOTES: ScriptedReply = {
  when: { lastUserText: 'bring the notes of this session up to date' },
  text: '<section name="Current state">NOTED STATE</section><section name="Task">NOTED TASK</section>',
  repeat: true,
}
const step = (n: number, tokens: number): ScriptedReply => ({
  tool: { name: 'Bash', input: { command: `seq ${n}00 ${n}99` } },
  ...used(tokens),
})
const says = (command: string) => [{ hooks: [{ type: 'command', command }] }]

/** Compacts once in the given way; the hooks that ran, in order. */
const compacted = async (way: {
  readonly notes: boolean
  readonly manual: boolean
  readonly before: 'quiet' | 'keep this' | 'block'
}) => {
  const extra = { quiet: '', 'keep this': '; echo keep the numbers', block: '; echo no >&2; exit 2' }[
    way.before
  ]
  await using world = await createCompactionWorld({
    window: 60_000,
    allow: ['Bash'],
    context: way.notes ? { notes: true, notesShare: 9 } : {},
    replies: [
      ...(way.notes ? [NOTES] : []),
      SUMMARY,
      step(1, 20_000),
      step(2, 30_000),
      step(3, 40_000),
      step(4, 45_000),
      { text: 'first done', ...used(way.manual ? 46_000 : 53_000) },
      { text: 'second done', ...used(3_000) },
    ],
    more: {
      hooks: {
        PreCompact: says(`echo PreCompact >> hooks.log${extra}`),
        SessionStart: [
          { matcher: 'compact', ...says('echo SessionStart >> hooks.log; echo hello again')[0] },
        ],
        PostCompact: says('echo PostCompact >> hooks.log'),
      } as never,
    },
  })
  await world.ask('the first request')
  const log = join(world.dir, 'hooks.log')
  if (way.manual) await world.engine.compact({}).catch(() => undefined)
  await world.ask('the second request')
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : []
}

const WAYS = [true, false].flatMap(notes =>
  [true, false].flatMap(manual =>
    (['quiet', 'keep this', 'block'] as const).map(before => ({ notes, manual, before })),
  ),
)

test.each(WAYS)('hooks of one compaction, each once and in order: %j', async way => {
  expect(await compacted(way)).toEqual(
    way.before === 'block' ? ['PreCompact'] : ['PreCompact', 'SessionStart', 'PostCompact'],
  )
})
