import { expect, test } from 'vitest'
import type { PermissionRequest } from '../../../protocol/permission.ts'
import { en } from '../text/en.ts'
import { approvePlan, planChoices, planMessage } from './plan-choices.ts'

const request = (more: object = {}, offersEdits = true): PermissionRequest =>
  ({
    id: 'p1',
    toolName: 'ExitPlanMode',
    input: { plan: '# Plan' },
    decision: {
      offer: offersEdits ? [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }] : [],
      because: { type: 'other', text: '' },
    },
    ...more,
  }) as unknown as PermissionRequest

test.each([
  ['a plan', request(), ['acceptEdits', 'default', 'more', 'afresh']],
  ['a plan where edits are not offered', request({}, false), ['default', 'more', 'afresh']],
  ['the plan of an agent', request({ agent: { name: 'a' } }), ['acceptEdits', 'default', 'more']],
])('the answers to %s are numbered from 1 without gaps', (_, asked, kinds) => {
  const options = planChoices(asked, en, 'default')
  expect(options.map(({ value }) => (value.kind === 'approve' ? value.mode : value.kind))).toEqual(kinds)
  expect(options.map(({ hotkey }) => hotkey)).toEqual(kinds.map((_kind, at) => String(at + 1)))
})

test.each(['bypassPermissions', 'auto', 'dontAsk'] as const)(
  'the mode before planning, %s, can be had back',
  mode => {
    const last = planChoices(request(), en, mode).at(-1)
    expect(last).toEqual({
      value: { kind: 'approve' },
      label: `Yes, and go back to ${mode} mode`,
      hotkey: '5',
    })
    expect(approvePlan(request(), {}, 'go')).toEqual({ behavior: 'allow', note: 'go' })
  },
)

test.each(['default', 'acceptEdits', 'plan', undefined] as const)(
  'a mode that has its own answer, %s, has no other',
  mode => {
    expect(planChoices(request(), en, mode).length).toBe(4)
  },
)

test('a note goes with the yes it was written for, and an empty one with none', () => {
  const updatedPermissions = [{ type: 'setMode', mode: 'default', destination: 'session' }]
  expect(approvePlan(request(), { mode: 'default' }, ' only src ')).toEqual({
    behavior: 'allow',
    updatedPermissions,
    note: 'only src',
  })
  expect(approvePlan(request(), { mode: 'default' }, ' \n')).toEqual({
    behavior: 'allow',
    updatedPermissions,
  })
})

test('where the conversation begins again the note stands behind the plan', () => {
  expect(planMessage('# Plan\n', 'only src', en)).toBe(`${en.planBegin('# Plan')}\n\nonly src`)
  expect(planMessage('# Plan\n', '', en)).toBe(en.planBegin('# Plan'))
})
