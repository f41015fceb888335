import { expect, test } from 'vitest'
import * as z from 'zod'
import type { HookVerdict } from '../../protocol/hook.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { presentInput } from '../../protocol/messages/presentation.ts'
import {
  askedBecause,
  because,
  type Decision,
  type PermissionAnswer,
  type PermissionRequest,
  type Policy,
} from '../../protocol/permission.ts'
import type { Tool } from '../../protocol/tool.ts'
import { type AuthorizeDeps, authorize, type JudgedCall } from './authorize.ts'

const tool: Tool<{ path: string }> = {
  name: 'Touch',
  present: presentInput,
  description: '',
  input: z.object({ path: z.string() }),
  access: input => [{ kind: 'write', path: input.path }],
  observe: (input, cwd) => ({ path: `${cwd}/${input.path}` }),
  // biome-ignore lint/correctness/useYield: nothing to report on the way
  async *run() {
    return 'done'
  },
  show: () => [],
}
const quiet: HookVerdict = { context: [], messages: [] }
const decision = (verdict: Decision['verdict'], type: Decision['because']['type'] = 'mode'): Decision => ({
  verdict,
  because: because(type, verbatim(`judged ${verdict}`)),
  offer: [],
  readOnly: false,
})

interface Setting {
  readonly judged?: (call: JudgedCall) => Decision
  readonly hook?: Partial<HookVerdict>
  readonly answer?: PermissionAnswer | 'withdrawn'
  readonly details?: NonNullable<AuthorizeDeps['details']>
  readonly review?: NonNullable<AuthorizeDeps['review']>
  readonly permissionDenied?: NonNullable<AuthorizeDeps['permissionDenied']>
  readonly placesOf?: NonNullable<AuthorizeDeps['placesOf']>
}

const decide = async ({ judged = () => decision('ask'), hook, answer, ...more }: Setting) => {
  const asked: PermissionRequest[] = []
  const granted: unknown[] = []
  const deps: AuthorizeDeps = {
    policy: () => ({}) as Policy,
    judge: judged,
    preToolUse: async () => ({ ...quiet, ...hook }),
    grant: updates => granted.push(...updates),
    newId: () => 'question',
    ...more,
    ...(answer
      ? {
          ask: async (request: PermissionRequest) => {
            asked.push(request)
            return answer === 'withdrawn' ? undefined : answer
          },
        }
      : {}),
  }
  const requested = { tool: tool as Tool, id: 'call', input: { path: 'a' }, cwd: '/w' }
  const outcome = await authorize(deps, requested, new AbortController().signal)
  return { outcome, asked, granted }
}
const verdictOf = async (setting: Setting) => (await decide(setting)).outcome.granted

const table: [string, Setting, boolean][] = [
  ['an allowed call', { judged: () => decision('allow') }, true],
  ['a denied call', { judged: () => decision('deny') }, false],
  ['a question nobody can answer', {}, false],
  ['a question answered yes', { answer: { behavior: 'allow' } }, true],
  ['a question answered no', { answer: { behavior: 'deny', message: 'no' } }, false],
  ['a question withdrawn', { answer: 'withdrawn' }, false],
  ['a hook allows what only the mode asks about', { hook: { permission: 'allow' } }, true],
  [
    'a hook allows what a rule asks about',
    { hook: { permission: 'allow' }, judged: () => decision('ask', 'rule') },
    false,
  ],
  [
    'a hook allows a protected path',
    { hook: { permission: 'allow' }, judged: () => decision('ask', 'safetyCheck') },
    false,
  ],
  [
    'a hook allows to leave the sandbox',
    { hook: { permission: 'allow' }, judged: () => decision('ask', 'sandboxOverride') },
    false,
  ],
  [
    'a hook allows what a rule denies',
    { hook: { permission: 'allow' }, judged: () => decision('deny', 'rule') },
    false,
  ],
  ['a hook denies what is allowed', { hook: { permission: 'deny' }, judged: () => decision('allow') }, false],
  [
    'a hook asks about what is allowed, nobody there',
    { hook: { permission: 'ask' }, judged: () => decision('allow') },
    false,
  ],
  [
    'a hook asks about what is allowed, answered yes',
    { hook: { permission: 'ask' }, judged: () => decision('allow'), answer: { behavior: 'allow' } },
    true,
  ],
  ['a hook defers', { hook: { permission: 'defer' }, judged: () => decision('allow') }, false],
  ['a hook stops the turn', { hook: { stop: 'enough' }, judged: () => decision('allow') }, false],
  [
    'a hook gives input that does not fit',
    { hook: { updatedInput: { path: 3 } }, judged: () => decision('allow') },
    false,
  ],
]

test.each(table)('%s', async (_name, setting, granted) => {
  expect(await verdictOf(setting)).toBe(granted)
})

test('rules are checked on the input a hook left', async () => {
  const seen: unknown[] = []
  const { outcome } = await decide({
    hook: { updatedInput: { path: 'b', extra: 1 } },
    judged: call => {
      seen.push(call.accesses)
      return decision('allow')
    },
  })
  expect(seen).toEqual([[{ kind: 'write', path: 'b' }]])
  expect(outcome).toMatchObject({ granted: true, input: { path: 'b' } })
})

test('the person sees absolute paths, and what they changed is judged again', async () => {
  const judged = (call: JudgedCall) =>
    decision(JSON.stringify(call.input).includes('forbidden') ? 'deny' : 'ask')
  const harmless = await decide({ judged, answer: { behavior: 'allow', updatedInput: { path: 'c' } } })
  expect(harmless.asked[0]).toMatchObject({ toolName: 'Touch', toolUseId: 'call', input: { path: '/w/a' } })
  expect(harmless.outcome).toMatchObject({ granted: true, input: { path: 'c' } })
  const sneaky = await decide({ judged, answer: { behavior: 'allow', updatedInput: { path: 'forbidden' } } })
  expect(sneaky.outcome.granted).toBe(false)
})

test('an answer may grant more than this call, and may end the turn', async () => {
  const update = { type: 'setMode', mode: 'acceptEdits', destination: 'session' } as const
  expect((await decide({ answer: { behavior: 'allow', updatedPermissions: [update] } })).granted).toEqual([
    update,
  ])
  const { outcome } = await decide({ answer: { behavior: 'deny', message: 'stop it', interrupt: true } })
  expect(outcome).toMatchObject({
    granted: false,
    message: { text: 'The person declined it and says: stop it' },
    declined: 'words',
    interrupt: true,
  })
})

test('a yes is for what was shown: when the reason changes meanwhile it does not count', async () => {
  let looks = 0
  const judged = () => ({
    ...decision('ask'),
    because: because('mode', verbatim(looks++ === 0 ? 'inside' : 'now it leads out')),
  })
  const { outcome } = await decide({ judged, answer: { behavior: 'allow', updatedInput: { path: '/w/a' } } })
  expect(outcome).toMatchObject({
    granted: false,
    message: { id: 'calls.changed', text: expect.stringContaining('now it leads out') },
  })
})

test('a yes, or that of a reviewer, is for the file that the path led to when it was asked', async () => {
  const leadingTo = (...reals: string[]) => {
    const left = [...reals]
    return { placesOf: () => new Map([['a', left.length > 1 ? left.shift() : left[0]]]) }
  }
  const yes: PermissionAnswer = { behavior: 'allow' }
  const review = async () => reviewed('allow')
  for (const more of [{ answer: yes }, { review }]) {
    const same = await decide({ ...leadingTo('/w/a', '/w/a'), ...more })
    expect(same.outcome).toMatchObject({ granted: true, places: new Map([['a', '/w/a']]) })
    const moved = await decide({ ...leadingTo('/w/a', '/out/a'), ...more })
    expect(moved.outcome).toMatchObject({
      granted: false,
      message: { id: 'calls.led_elsewhere', text: expect.stringContaining('led to another') },
    })
  }
  const own = { ...yes, updatedInput: { path: 'mine' } }
  expect((await decide({ ...leadingTo('/w/a', '/w/mine'), answer: own })).outcome.granted).toBe(true)
})

const diffOf = (text: string) => ({
  title: 't',
  ...askedBecause(verbatim('w')),
  saves: [],
  diff: { path: '/w/a', text, cut: false },
})

test('a question carries its details, and a call that is not asked about makes none', async () => {
  const made: unknown[] = []
  const details = async (asked: { readonly input: unknown }) => {
    made.push(asked.input)
    return diffOf('+a')
  }
  await decide({ details, judged: () => decision('allow') })
  expect(made).toEqual([])
  const { asked } = await decide({ details, answer: { behavior: 'deny', message: 'no' } })
  expect(asked[0]?.details).toEqual(diffOf('+a'))
  expect(made).toEqual([{ path: 'a' }])
})

test('a yes is for the change that was shown: when the file changes meanwhile it does not count', async () => {
  let looks = 0
  const changing = async () => diffOf(`+${looks++}`)
  const { outcome } = await decide({ details: changing, answer: { behavior: 'allow' } })
  expect(outcome).toMatchObject({
    granted: false,
    message: { id: 'calls.file_changed', text: expect.stringContaining('The file changed') },
  })
  const same = await decide({ details: async () => diffOf('+a'), answer: { behavior: 'allow' } })
  expect(same.outcome.granted).toBe(true)
  const own = { behavior: 'allow', updatedInput: { path: 'c' } } as const
  expect((await decide({ details: changing, answer: own })).outcome.granted).toBe(true)
})

const reviewed = (verdict: Decision['verdict'], text = 'reviewed'): Decision => ({
  ...decision(verdict),
  because: because('classifier', verbatim(text)),
})

test('a reviewer decides what would be asked, and only that', async () => {
  const seen: unknown[] = []
  const review = (verdict: Decision['verdict']) => async (asked: { readonly input: unknown }) => {
    seen.push(asked.input)
    return reviewed(verdict)
  }
  const rewritten = { hook: { updatedInput: { path: 'b' } } }
  const yes = await decide({ ...rewritten, review: review('allow') })
  expect(yes.outcome).toMatchObject({
    granted: true,
    input: { path: 'b' },
    decision: { because: { type: 'classifier' } },
  })
  const no = await decide({ review: review('deny'), answer: { behavior: 'allow' } })
  expect(no.outcome).toMatchObject({ granted: false, message: { text: 'reviewed.' } })
  expect(no.asked).toEqual([])
  for (const verdict of ['allow', 'deny'] as const)
    await decide({ judged: () => decision(verdict), review: review('allow') })
  expect(seen).toEqual([{ path: 'b' }, { path: 'a' }])
})

test('what the reviewer leaves open is asked, in its words', async () => {
  const review = async () => reviewed('ask', 'and nobody knows')
  const { asked, outcome } = await decide({ review, answer: { behavior: 'allow' } })
  expect(asked[0]?.decision.because.text).toBe('and nobody knows')
  expect(outcome.granted).toBe(true)
  expect((await decide({ review })).outcome).toMatchObject({
    granted: false,
    message: { text: 'and nobody knows.' },
  })
})

test('a yes of the reviewer is for the input that a hook left, judged again', async () => {
  const seen: unknown[] = []
  const judged = (call: JudgedCall): Decision => {
    seen.push(call.accesses)
    return seen.length === 1 ? decision('ask') : decision('deny')
  }
  const { outcome } = await decide({
    judged,
    hook: { updatedInput: { path: 'b' } },
    review: async () => reviewed('allow'),
  })
  expect(outcome.granted).toBe(false)
  expect(seen).toEqual([[{ kind: 'write', path: 'b' }], [{ kind: 'write', path: 'b' }]])
})

test('hooks hear of a refusal and may add to it', async () => {
  const heard: unknown[] = []
  const { outcome } = await decide({
    review: async () => reviewed('deny', 'Not asked for'),
    permissionDenied: async call => {
      heard.push(call)
      return { context: ['Ask first.'], messages: [verbatim('noted')], retry: true }
    },
  })
  expect(heard).toEqual([{ name: 'Touch', input: { path: '/w/a' }, id: 'call', reason: 'Not asked for.' }])
  expect(outcome).toMatchObject({
    message: { text: 'Not asked for. Ask first. A hook says that it may be tried again.' },
    messages: [verbatim('noted')],
  })
})

const checked: Tool<{ path: string }> = { ...tool, check: async () => {} }

test.each<[string, { readonly look: Decision['verdict']; readonly judged: Decision['verdict'] }, object]>([
  [
    'where the model may look, the fault comes before the question',
    { look: 'allow', judged: 'ask' },
    { fault: 'not read' },
  ],
  ['where it may not look, the question does not tell it', { look: 'ask', judged: 'ask' }, { granted: true }],
  ['what is allowed is not checked twice', { look: 'allow', judged: 'allow' }, { granted: true }],
  ['what is denied is denied', { look: 'allow', judged: 'deny' }, { message: { text: 'judged deny.' } }],
])('%s', async (_, { look, judged }, outcome) => {
  const asked: unknown[] = []
  const deps: AuthorizeDeps = {
    policy: () => ({}) as Policy,
    judge: ({ accesses }) => decision(accesses[0]?.kind === 'read' ? look : judged),
    preToolUse: async () => quiet,
    grant: () => undefined,
    newId: () => 'question',
    ask: async request => {
      asked.push(request)
      return { behavior: 'allow' }
    },
  }
  const requested = {
    tool: checked as Tool,
    id: 'call',
    input: { path: 'a' },
    cwd: '/w',
    check: async () => 'not read',
  }
  expect(await authorize(deps, requested, new AbortController().signal)).toMatchObject(outcome)
  expect(asked).toHaveLength('granted' in outcome && judged === 'ask' ? 1 : 0)
})

test.each<[string, Decision['verdict'], Tool['access'], boolean]>([
  ['into what the rules allow', 'allow', () => [{ kind: 'shell', command: 'ls' }], true],
  ['into what would be asked', 'ask', () => [{ kind: 'shell', command: 'rm -rf .' }], false],
  ['into what is denied', 'deny', () => [{ kind: 'shell', command: 'rm -rf .' }], false],
  ['as the answer to a question', 'ask', () => [{ kind: 'person' }], true],
  ['of a question about settings', 'ask', () => [{ kind: 'person', changes: 'settings' }], false],
])('who may not choose what runs may change an input only %s', async (_, verdict, access, expected) => {
  const granted: unknown[] = []
  const changed = { path: 'changed' }
  const outcome = await authorize(
    {
      policy: () => ({}) as Policy,
      judge: ({ input }) => decision(isChanged(input) ? verdict : 'ask'),
      preToolUse: async () => quiet,
      grant: updates => granted.push(...updates),
      newId: () => 'question',
      ask: async () => ({
        behavior: 'allow',
        updatedInput: changed,
        limited: true,
        updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
      }),
    },
    { tool: { ...tool, access } as Tool, id: 'call', input: { path: 'a' }, cwd: '/w' },
    new AbortController().signal,
  )
  expect([outcome.granted, granted.length > 0]).toEqual([expected, expected])
})

const isChanged = (input: unknown): boolean => (input as { path?: string }).path === 'changed'

test('a question whose yes changes settings says so', async () => {
  const asked: PermissionRequest[] = []
  await authorize(
    {
      policy: () => ({}) as Policy,
      judge: () => decision('ask'),
      preToolUse: async () => quiet,
      grant: () => undefined,
      newId: () => 'question',
      async ask(request) {
        asked.push(request)
        return { behavior: 'deny', message: '' }
      },
    },
    {
      tool: { ...tool, access: () => [{ kind: 'person', changes: 'settings' }] } as Tool,
      id: 'call',
      input: { path: 'a' },
      cwd: '/w',
    },
    new AbortController().signal,
  )
  expect(asked[0]?.needs).toBe('settings')
})

test('an input that comes back as it was shown is not a changed one', async () => {
  for (const setting of [
    { hook: { updatedInput: { path: '/w/a' } }, judged: () => decision('allow') },
    { answer: { behavior: 'allow', updatedInput: { path: '/w/a' } } },
  ] satisfies Setting[])
    expect((await decide(setting)).outcome).toMatchObject({ granted: true, input: { path: 'a' } })
})
