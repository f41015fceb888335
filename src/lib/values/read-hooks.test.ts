import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHooks } from './read-hooks.ts'

const read = (written: Readonly<Record<string, unknown>>) => {
  const problems: string[] = []
  const hooks = readHooks(written, (at, wanted) => problems.push(`${at}: ${Object.values(wanted).join(' ')}`))
  return { hooks, problems }
}
const COMMAND = { type: 'command', command: './x.sh' }

test.each([
  ['as in settings', [{ hooks: [COMMAND] }]],
  ['one group', { hooks: [COMMAND] }],
  ['one handler in a group', [{ hooks: COMMAND }]],
  ['a handler without a group', [COMMAND]],
  ['without a type', [{ command: './x.sh' }]],
  ['a command', './x.sh'],
  ['a list of commands', ['./x.sh']],
  ['a command in a group', [{ hooks: ['./x.sh'] }]],
])('the same hook, written %s', (_, value) => {
  expect(read({ Stop: value })).toEqual({ hooks: { Stop: [{ hooks: [COMMAND] }] }, problems: [] })
})

test('a matcher and further fields stay, and other kinds are known by what they need', () => {
  const { hooks, problems } = read({
    PreToolUse: [{ matcher: 'Bash', command: './x.sh', timeout: 5 }, { url: 'https://x.test/' }],
    Stop: { prompt: 'Is it done?' },
  })
  expect(problems).toEqual([])
  expect(hooks).toEqual({
    PreToolUse: [
      { matcher: 'Bash', hooks: [{ type: 'command', command: './x.sh', timeout: 5 }] },
      { hooks: [{ type: 'http', url: 'https://x.test/' }] },
    ],
    Stop: [{ hooks: [{ type: 'prompt', prompt: 'Is it done?' }] }],
  })
})

test('what cannot be used is named and left out, the rest counts', () => {
  const { hooks, problems } = read({
    PreToolUse: [{ matcher: 3, command: 'a' }, { type: 'command' }, 7, COMMAND],
    Stop: [{ hooks: [{ type: 'magic' }] }],
    PostToolUse: null,
  })
  expect(hooks).toEqual({ PreToolUse: [{ hooks: [COMMAND] }] })
  expect(problems).toEqual([
    'PreToolUse[0]: group',
    'PreToolUse[1]: hook_field command command',
    'PreToolUse[2]: hook',
    'Stop[0]: hook',
  ])
})

test('whatever is written, what comes of it has the shape of hooks', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.anything({ maxDepth: 4 })), written => {
      const { hooks } = read(written)
      for (const groups of Object.values(hooks))
        for (const group of groups) {
          expect(['string', 'undefined']).toContain(typeof group.matcher)
          expect(group.hooks.length).toBeGreaterThan(0)
          for (const one of group.hooks) expect(typeof one.type).toBe('string')
        }
    }),
    { numRuns: 200 },
  )
})
