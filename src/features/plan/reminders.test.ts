import { expect, test } from 'vitest'
import { planOffText, planOnForAgent, planOnText } from './reminders.ts'

const file = '/c/plans/a.md'

test.each([
  ['no plan yet', planOnText({ file }, false), 'It does not exist yet.'],
  ['a plan from before', planOnText({ file, text: 'once upon' }, false), 'There is one from before'],
  ['a plan out of sight', planOnText({ file, text: '# Steps' }, true), 'It holds:\n<plan>\n# Steps\n</plan>'],
])('with %s the model learns where it is and how to go on', (_, text, there) => {
  expect(text).toContain(file)
  expect(text).toContain(there)
  expect(text).toContain('ExitPlanMode')
  expect(text).not.toContain('once upon')
})

test.each([
  [undefined, 'are asked about', 'asks for approval'],
  ['leader', 'are refused', 'asks for approval'],
  ['nobody', 'are refused', 'Nobody can approve it in this run'],
] as const)('where %s approves, who is asked is said as it is', (approver, commands, approval) => {
  const by = approver === undefined ? {} : { approver }
  const text = planOnText({ file, ...by }, false)
  expect([text.includes(commands), text.includes(approval)]).toEqual([true, true])
  expect(planOnForAgent(by).includes('asked about')).toBe(approver === undefined)
})

test('the end says whether a plan was approved', () => {
  expect(planOffText('default', { file, approved: false })).toBe(
    'Plan mode is over (the mode is default now): changes are possible again, by the rules of that mode. No plan was approved.',
  )
  expect(planOffText('acceptEdits', { file, approved: true })).toBe(
    `Plan mode is over and the plan in ${file} is approved (the mode is acceptEdits now): carry it out.`,
  )
  expect(planOffText('acceptEdits', { file, approved: true, text: '# Steps' })).toMatch(
    /: carry out what of it is not done yet\. It says:\n<plan>\n# Steps\n<\/plan>$/,
  )
})

test('the reminder is short', () => {
  expect(planOnText({ file }, false).length / 4).toBeLessThan(300)
})
