import { expect, test } from 'vitest'
import { createHooks, type Hooks } from '../../src/engine/hooks/part.ts'
import type { HookEventRow } from '../../src/features/hooks/event-row.ts'
import { HOOK_EVENTS, type HookEvent } from '../../src/features/hooks/events.ts'
import type { ExtensionRoots } from '../../src/protocol/extensions/roots.ts'
import type { HookHandler, HookSettings, HookVerdict } from '../../src/protocol/hook.ts'
import { inEnglish } from '../../src/protocol/messages/localized-text.ts'
import { openWorld } from '../support/open-threads.ts'
import { IN_FULL } from '../support/sample-size.ts'

const script = (text: string, more: Partial<HookHandler> = {}): HookHandler => ({
  type: 'command',
  command: '/bin/sh',
  args: ['-c', text],
  ...more,
})

/** How a hook ends, with what it said and where it comes from. */
const ENDS = {
  'exit 0': (from: string) => script(`: ${from}; exit 0`),
  'exit 2': (from: string) => script(`echo "objection of ${from}" >&2; exit 2`),
  'exit 1': (from: string) => script(`echo "trouble in ${from}" >&2; exit 1`),
  timeout: (from: string) => script(`: ${from}; exec sleep 9`, { timeout: 0.01 }),
  'bad JSON': (from: string) => script(`echo '{"continue": "${from}'`),
  'launch failure': (from: string) => ({ type: 'command', command: `/no/such/${from}`, args: [] }),
} as const
type End = keyof typeof ENDS

const SOURCES = ['settings', 'plugin', 'skill', 'agent'] as const
const EVENTS = Object.keys(HOOK_EVENTS) as HookEvent[]

interface Table {
  readonly end: End
  /** At a screen or not. */
  readonly wake: boolean
}

/**
 * Whose hooks hear an event. In the long tests all four of each; in every run all four of each sixth event, another sixth
 * for each end, and one of the others, another one for each event and end, all at a screen or not by turns: a hook is a
 * process, and there are fifteen hundred in the whole table. Nobody's: it is not tried here.
 */
const sourcesOf = (event: HookEvent, { end, wake }: Table): readonly string[] => {
  const at = EVENTS.indexOf(event)
  const turn = Object.keys(ENDS).indexOf(end)
  if (IN_FULL) return SOURCES
  if ((at + turn + Math.floor(at / 6)) % 2 === Number(wake)) return []
  if (at % 6 === turn) return SOURCES
  return [SOURCES[(at + 3 * turn) % SOURCES.length] ?? '']
}

const hooksOf = (from: string, table: Table): HookSettings =>
  Object.fromEntries(
    EVENTS.filter(event => sourcesOf(event, table).includes(from)).map(event => [
      event,
      [{ hooks: [ENDS[table.end](from)] }],
    ]),
  )

/** Fields of the right kind; what is in them does not matter here. */
const fieldsOf = (row: HookEventRow): never =>
  Object.fromEntries(
    Object.entries(row.input ?? {}).map(([key, kind]) => [
      key,
      { text: 'x', flag: true, number: 1, list: [], any: {} }[kind.replace('?', '') as 'text'],
    ]),
  ) as never

/** What a hook's end means for an event, by the rules of the documentation. */
const expectEnd = (
  { permission, reason = '', context, messages: texts }: HookVerdict,
  {
    row,
    end,
    sources,
  }: { readonly row: HookEventRow; readonly end: End; readonly sources: readonly string[] },
): void => {
  const messages = texts.map(inEnglish)
  const refuses =
    (end === 'exit 2' && row.decides && !row.answers) || (row.anyFailureBlocks && end === 'exit 1')
  expect(permission).toBe(refuses ? 'deny' : undefined)
  const said = [inEnglish(reason), ...context].join('\n')
  for (const from of sources) {
    if (end === 'exit 2' && !row.answers) expect(said).toContain(`objection of ${from}`)
    if (end === 'exit 1' && !row.anyFailureBlocks) expect(messages.join('\n')).toContain(`trouble in ${from}`)
    if (end === 'launch failure')
      expect(messages.join('\n')).toMatch(new RegExp(`${from}. could not be started`))
  }
  if (end === 'exit 0') expect(said + messages.join('')).toBe('')
  if (end === 'exit 1' || end === 'timeout' || end === 'bad JSON')
    if (!row.anyFailureBlocks) expect(messages).toHaveLength(sources.length)
  if (end === 'timeout') expect(messages.join('\n')).toContain('timed out')
  if (end === 'bad JSON') expect(messages.join('\n')).toContain('not valid JSON')
}

const pluginWith = (hooks: HookSettings): ExtensionRoots => ({
  list: async () => [{ source: { level: 'plugin', name: 'plugin' }, root: '/', hooks }],
  onChanged: () => () => undefined,
})

const open = async (table: Table) => {
  const { world, parts } = await openWorld({
    scenario: { replies: [] },
    config: () => ({
      wake: table.wake,
      hooks: hooksOf('settings', table),
      extensions: pluginWith(hooksOf('plugin', table)),
    }),
  })
  const { session } = parts
  session.hooks.add({ source: { level: 'skill', name: 'skill' }, hooks: hooksOf('skill', table) })
  await session.hooks.ready()
  return { world, parts }
}

const fire = async (hooks: Hooks, table: Table): Promise<void> => {
  const { signal } = new AbortController()
  const tried = EVENTS.filter(event => sourcesOf(event, table).length > 0)
  for (let at = 0; at < tried.length; at += 6)
    await Promise.all(
      tried.slice(at, at + 6).map(async event => {
        const row: HookEventRow = HOOK_EVENTS[event]
        expectEnd(await hooks.fire(event, fieldsOf(row), signal), {
          row,
          end: table.end,
          sources: sourcesOf(event, table),
        })
      }),
    )
}

/** An agent's own run beside those of the session. */
const ofAgent = ({ session }: Awaited<ReturnType<typeof open>>['parts'], table: Table): Hooks => {
  const { config, live, childEnv, emit } = session
  const origin = { id: 'a1', name: 'agent', toolUseId: 't' }
  const hooks = createHooks({ config, live, childEnv, emit, agent: { origin, hooks: session.hooks } })
  hooks.add({ source: { level: 'agent', name: 'agent' }, hooks: hooksOf('agent', table) })
  return hooks
}

test.for((Object.keys(ENDS) as End[]).flatMap(end => [false, true].map(wake => ({ end, wake }))))(
  '$end of a hook of any source, for every event; at a screen: $wake',
  async table => {
    const { world, parts } = await open(table)
    await using _ = world
    await fire(ofAgent(parts, table), table)
  },
)
