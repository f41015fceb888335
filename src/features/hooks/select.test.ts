import { expect, test } from 'vitest'
import type { HookHandler, HookSettings } from '../../protocol/hook.ts'
import { selectHandlers } from './select.ts'

const command = (text: string, more: Partial<HookHandler> = {}): HookHandler => ({
  type: 'command',
  command: text,
  ...more,
})
const select = (hooks: HookSettings, applies: (rule: string) => boolean | undefined = () => undefined) => {
  const { handlers, faults } = selectHandlers(hooks, { event: 'PreToolUse', name: 'Bash' }, applies)
  return { handlers, faults: [...faults.values()] }
}

test('handlers of matching groups are taken in order', () => {
  expect(
    select({
      PreToolUse: [
        { matcher: 'Bash', hooks: [command('a'), command('b')] },
        { matcher: 'Edit', hooks: [command('c')] },
        { hooks: [command('d')] },
      ],
      PostToolUse: [{ hooks: [command('e')] }],
    }),
  ).toEqual({ handlers: [command('a'), command('b'), command('d')], faults: [] })
})

test('identical handlers run once, as the last one says', () => {
  expect(
    select({
      PreToolUse: [
        { hooks: [command('a', { timeout: 1 }), command('b')] },
        { matcher: 'Bash', hooks: [command('a', { timeout: 2 }), command('a', { args: [] })] },
      ],
    }).handlers,
  ).toEqual([command('b'), command('a', { timeout: 2 }), command('a', { args: [] })])
})

test('a condition that does not hold skips the handler, one that cannot be told does not', () => {
  const hooks = {
    PreToolUse: [
      { hooks: [command('no', { if: 'N' }), command('yes', { if: 'Y' }), command('?', { if: '?' })] },
    ],
  }
  const { handlers } = select(hooks, rule => (rule === '?' ? undefined : rule === 'Y'))
  expect(handlers.map(handler => handler.command)).toEqual(['yes', '?'])
})

test.each<[HookHandler, string]>([
  [{ type: 'http' }, 'PreToolUse: hook type "http" is not supported yet and was not run'],
  [{ type: 'prompt' }, 'PreToolUse: hook type "prompt" is not supported yet and was not run'],
  [{ type: 'agent', command: 'x' }, 'PreToolUse: hook type "agent" is not supported yet and was not run'],
  [command('x', { async: true }), 'PreToolUse: async hooks are not supported yet and were not run'],
  [
    command('x', { shell: 'powershell' }),
    'PreToolUse: hook shell "powershell" is not supported and the hook was not run',
  ],
])('%j is said and not run', (handler, fault) => {
  expect(select({ PreToolUse: [{ hooks: [handler, command('a', { shell: 'bash' })] }] })).toEqual({
    handlers: [command('a', { shell: 'bash' })],
    faults: [fault],
  })
})

test('an invalid matcher is said and its handlers are not run', () => {
  const { handlers, faults } = select({ PreToolUse: [{ matcher: '(', hooks: [command('a')] }] })
  expect(handlers).toEqual([])
  expect(faults).toEqual([
    expect.stringMatching(/^The PreToolUse hook matcher "\(" is not a valid regular expression/),
  ])
})

test('what objects inherit is no event', () => {
  expect(selectHandlers({}, { event: 'constructor', name: 'Bash' }, () => true).handlers).toEqual([])
})
