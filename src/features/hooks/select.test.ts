import { expect, test } from 'vitest'
import { englishOf } from '../../../test/support/english-of.ts'
import type { HookHandler, HookSettings } from '../../protocol/hook.ts'
import { selectHandlers } from './select.ts'

const command = (text: string, more: Partial<HookHandler> = {}): HookHandler => ({
  type: 'command',
  command: text,
  ...more,
})
const select = async (
  hooks: HookSettings,
  applies: (rule: string) => boolean | undefined = () => undefined,
) => {
  const sets = [{ source: { level: 'settings' }, hooks }] as const
  const { handlers, faults } = await selectHandlers(sets, { event: 'PreToolUse', name: 'Bash' }, applies)
  return { handlers: handlers.map(({ handler }) => handler), faults: [...faults.values()] }
}

test('handlers of matching groups are taken in order', async () => {
  expect(
    await select({
      PreToolUse: [
        { matcher: 'Bash', hooks: [command('a'), command('b')] },
        { matcher: 'Edit', hooks: [command('c')] },
        { hooks: [command('d')] },
      ],
      PostToolUse: [{ hooks: [command('e')] }],
    }),
  ).toEqual({ handlers: [command('a'), command('b'), command('d')], faults: [] })
})

test('identical handlers run once, as the last one says', async () => {
  expect(
    (
      await select({
        PreToolUse: [
          { hooks: [command('a', { timeout: 1 }), command('b')] },
          { matcher: 'Bash', hooks: [command('a', { timeout: 2 }), command('a', { args: [] })] },
        ],
      })
    ).handlers,
  ).toEqual([command('b'), command('a', { timeout: 2 }), command('a', { args: [] })])
})

test.each([
  [1, 2, 2],
  [2, 1, 2],
  [undefined, 0.001, undefined],
  [0.001, undefined, undefined],
  [1200, undefined, 1200],
  [undefined, 1200, 1200],
])('of copies with timeouts of %s and %s s the longer one counts', async (first, second, counts) => {
  const timed = (timeout: number | undefined, more = {}) =>
    command('a', { ...more, ...(timeout === undefined ? {} : { timeout }) })
  const { handlers } = await select({
    PreToolUse: [{ hooks: [timed(first)] }, { hooks: [timed(second, { statusMessage: 'later' })] }],
  })
  expect(handlers).toEqual([timed(counts, { statusMessage: 'later' })])
})

test.each([{ async: true }, { asyncRewake: true }, { once: true }, { failClosed: false }])(
  'a later copy with %o does not stand in for a guard that is waited for and fails closed',
  async loose => {
    const guard = command('guard', { failClosed: true })
    const copy = command('guard', { failClosed: true, ...loose })
    const { handlers } = await select({ PreToolUse: [{ hooks: [guard] }, { hooks: [copy] }] })
    expect(handlers).toEqual([guard, copy])
  },
)

test('a condition that does not hold skips the handler, one that cannot be told does not', async () => {
  const hooks = {
    PreToolUse: [
      { hooks: [command('no', { if: 'N' }), command('yes', { if: 'Y' }), command('?', { if: '?' })] },
    ],
  }
  const { handlers } = await select(hooks, rule => (rule === '?' ? undefined : rule === 'Y'))
  expect(handlers.map(handler => handler.command)).toEqual(['yes', '?'])
})

test.each<[HookHandler, string]>([
  [{ type: 'http' }, 'PreToolUse: a hook of type http needs url and was not run'],
  [{ type: 'prompt' }, 'PreToolUse: a hook of type prompt needs prompt and was not run'],
  [{ type: 'mcp_tool' }, 'PreToolUse: a hook of type mcp_tool needs server and tool and was not run'],
  [{ type: 'smoke', command: 'x' }, 'PreToolUse: hook type "smoke" is not known and the hook was not run'],
  [
    command('x', { shell: 'fish' }),
    'PreToolUse: hook shell "fish" is not supported and the hook was not run',
  ],
])('%j is said and not run', async (handler, fault) => {
  expect(
    englishOf(await select({ PreToolUse: [{ hooks: [handler, command('a', { shell: 'bash' })] }] })),
  ).toEqual({
    handlers: [command('a', { shell: 'bash' })],
    faults: [fault],
  })
})

test('the same handler of two plugins is two handlers, of two settings files one', async () => {
  const hooks = { PreToolUse: [{ hooks: [command('a')] }] }
  const plugin = (name: string) =>
    ({ source: { level: 'plugin', name }, hooks, variables: { CLAUDE_PLUGIN_ROOT: `/${name}` } }) as const
  const settings = { source: { level: 'settings' }, hooks } as const
  const sets = [settings, settings, plugin('x'), plugin('y')]
  const { handlers } = await selectHandlers(sets, { event: 'PreToolUse', name: 'Bash' }, () => undefined)
  expect(handlers.map(({ variables }) => variables['CLAUDE_PLUGIN_ROOT'])).toEqual([undefined, '/x', '/y'])
})

test('an invalid matcher is said and its handlers are not run', async () => {
  const { handlers, faults } = await select({ PreToolUse: [{ matcher: '(', hooks: [command('a')] }] })
  expect(handlers).toEqual([])
  expect(englishOf(faults)).toEqual([
    expect.stringMatching(/^The PreToolUse hook matcher "\(" is not a valid regular expression/),
  ])
})

test('what objects inherit is no event', async () => {
  const sets = [{ source: { level: 'settings' }, hooks: {} }] as const
  const target = { event: 'constructor', name: 'Bash' }
  expect((await selectHandlers(sets, target, () => true)).handlers).toEqual([])
})
