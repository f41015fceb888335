import { expect, test } from 'vitest'
import { type FakeUiOptions, openFakeUi } from '../../../../../test/support/fake-ui.tsx'
import { permissionRequest } from '../../../../../test/support/permission-request.ts'
import { verbatim } from '../../../../protocol/messages/layout.ts'
import type { SystemPort } from '../../ports/system-port.ts'
import { dialogsEn } from '../../text/en/dialogs.ts'
import { RequestDialog } from '../request-dialog.tsx'
import { approvePlan, planChoices } from './plan-answers.ts'
import { readPlan } from './read-plan.ts'

const plan = '# The plan\n\n1. Do **this**\n2. Then that\n'
const request = permissionRequest({
  toolName: 'ExitPlanMode',
  input: { plan, planFilePath: '/p.md', allowedPrompts: [{ tool: 'Bash', prompt: 'run the tests' }] },
  decision: { offer: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }] },
})
const open = async (edit?: SystemPort['edit'], options: FakeUiOptions = {}) => {
  const fake = await openFakeUi({ ...options, ...(edit ? { ports: { system: { edit } } } : {}) })
  await fake.mount(<RequestDialog request={request} />)
  fake.clock.now += 1000
  await fake.mount(<RequestDialog request={request} />)
  return fake
}
const CLEARS = { ports: { settings: { current: () => ({ showClearContextOnPlanAccept: true }) } } }
const answers = (ops: readonly unknown[]) => ops.map(op => (op as { answer: unknown }).answer)
const mode = (name: string) => [{ type: 'setMode', mode: name, destination: 'session' }]

test('the plan is read as Markdown, with what else a yes would mean', async () => {
  await using fake = await open()
  expect(fake.text()).toContain('1. Do this')
  expect(fake.text()).toContain('- Bash: run the tests')
  expect(fake.text()).toContain('❯ 1. Yes, and accept edits')
})

test('a bold or coloured word in a plan ends where it ends', async () => {
  await using fake = await openFakeUi({ colours: 256 })
  const styled = { ...request, input: { plan: 'Run `npm test` and **all** of it.' } }
  await fake.mount(<RequestDialog request={styled} />)
  const row =
    fake
      .raw()
      .split('\n')
      .find(line => line.includes('npm test')) ?? ''
  // The escape sign as something a pattern may name.
  const shown = row.replaceAll('\u001b', '␛')
  expect(shown).toMatch(/npm test␛\[(?:0|39)m and ␛\[1mall␛\[(?:0|22)m of it\./)
})

test.each([
  ['enter', { behavior: 'allow', updatedPermissions: mode('acceptEdits') }],
  ['2', { behavior: 'allow', updatedPermissions: mode('default') }],
  ['escape', { behavior: 'deny', message: '', interrupt: true }],
])('%s answers', async (key, answer) => {
  await using fake = await open()
  await fake.press(key, 'enter')
  expect(answers(fake.ops)).toEqual([answer])
})

test('approved with a clear context, the conversation starts over with the plan', async () => {
  await using fake = await open(undefined, CLEARS)
  await fake.press('1')
  expect(fake.ops).toEqual([
    { type: 'approve_plan', mode: 'acceptEdits' },
    { type: 'answer_permission', id: 'q1', answer: { behavior: 'deny', message: '', interrupt: true } },
    { type: 'submit', content: '/clear', when: 'end' },
    { type: 'submit', content: expect.stringContaining('2. Then that'), when: 'end' },
  ])
})

test('the mode before planning can be had back', async () => {
  const choices = planChoices(request, dialogsEn, { before: 'auto' })
  expect(choices.map(({ hotkey, label }) => `${hotkey} ${label}`).at(-1)).toBe(
    '4 Yes, and go back to auto mode',
  )
  expect(approvePlan(request, {})).toEqual({ behavior: 'allow' })
  expect(planChoices(request, dialogsEn, { before: 'acceptEdits' })).toHaveLength(3)
})

test('what is missing is told to the model, also when typed in one breath', async () => {
  await using fake = await open()
  await fake.pressAtOnce('3', 't', 'e')
  await fake.type('sts 1')
  await fake.press('enter')
  expect(answers(fake.ops)).toEqual([{ behavior: 'deny', message: 'tests 1' }])
})

test.each([
  [[], { behavior: 'allow', note: 'small steps', updatedPermissions: mode('acceptEdits') }],
  [['down'], { behavior: 'allow', note: 'small steps', updatedPermissions: mode('default') }],
  [['down', 'down'], { behavior: 'deny', message: 'small steps' }],
] as const)('Tab adds a note to the answer that is pointed at (%j)', async (keys, answer) => {
  await using fake = await open()
  await fake.press(...keys, 'tab')
  await fake.type('small steps')
  await fake.press('enter')
  expect(answers(fake.ops)).toEqual([answer])
})

test('the answer that was pointed at is it still when the words are taken back', async () => {
  await using fake = await open()
  await fake.press('down', 'tab', 'x', 'escape')
  expect(fake.text()).toContain('❯ 2.')
  await fake.press('tab')
  await fake.type('slowly')
  await fake.press('enter')
  expect(answers(fake.ops)).toEqual([
    { behavior: 'allow', note: 'slowly', updatedPermissions: mode('default') },
  ])
})

test('with a clear context the note is said with the plan', async () => {
  await using fake = await open(undefined, CLEARS)
  await fake.press('tab')
  await fake.type('small steps')
  await fake.press('enter')
  expect(fake.ops.at(-1)).toEqual({
    type: 'submit',
    content: expect.stringMatching(/2\. Then that\n\nsmall steps$/),
    when: 'end',
  })
})

test('Esc in the words goes back, Tab asks for them', async () => {
  await using fake = await open()
  await fake.press('tab', 'x', 'escape')
  expect(fake.ops).toEqual([])
  expect(fake.text()).toContain('❯ 1.')
})

test('the plan as edited is the one that is approved', async () => {
  await using fake = await open(async text => ({ text: `${text}3. And more\n` }))
  await fake.press('ctrl+g')
  expect(fake.text()).toContain('3. And more')
  expect(fake.text()).toContain('This includes your edits.')
  await fake.press('enter')
  expect(answers(fake.ops)).toEqual([
    {
      behavior: 'allow',
      updatedPermissions: mode('acceptEdits'),
      updatedInput: { ...(request.input as object), plan: `${plan}3. And more\n` },
    },
  ])
})

test.each([
  [async () => ({ error: verbatim('no editor') }), 'The editor failed: no editor'],
  [async () => ({ text: ' \n' }), 'The edited plan was empty, so it was not changed.'],
  [async () => Promise.reject(new Error('gone')), 'The editor failed: gone'],
])('an editor that gives nothing changes nothing (%#)', async (edit, toast) => {
  await using fake = await open(edit)
  await fake.press('ctrl+g')
  expect(fake.toasts).toEqual([toast])
  await fake.press('enter')
  expect(answers(fake.ops)).toEqual([{ behavior: 'allow', updatedPermissions: mode('acceptEdits') }])
})

test('while the editor is open nothing is answered', async () => {
  const { promise, resolve } = Promise.withResolvers<{ text: string }>()
  let opened = 0
  await using fake = await open(() => {
    opened += 1
    return promise
  })
  await fake.pressAtOnce('ctrl+g', 'ctrl+g')
  await fake.press('enter', 'escape')
  expect([opened, fake.ops]).toEqual([1, []])
  resolve({ text: plan })
  await fake.settle()
  expect(fake.text()).not.toContain('This includes your edits.')
  await fake.press('enter')
  expect(fake.ops).toHaveLength(1)
})

test.each([[40, 15] as const, [100, 30] as const])(
  'a long plan fits into %i × %i and is scrolled',
  async (columns, rows) => {
    const long = {
      ...request,
      input: { plan: Array.from({ length: 80 }, (_, at) => `${at}. step`).join('\n') },
    }
    await using fake = await openFakeUi({ columns, rows })
    await fake.mount(<RequestDialog request={long} />)
    fake.clock.now += 1000
    await fake.mount(<RequestDialog request={long} />)
    expect(fake.screen().length).toBeLessThanOrEqual(rows)
    const before = fake.text()
    await fake.press('pagedown')
    expect(fake.text()).not.toBe(before)
    expect(fake.text()).toContain('❯ 1. Yes')
  },
)

test.each([
  [{}, undefined],
  [{ plan: ' ' }, undefined],
  [null, undefined],
  [
    { plan: 'p', allowedPrompts: [{ tool: 'Bash' }, 1] },
    { plan: 'p', prompts: [] },
  ],
])('of %j the plan is %j', (input, read) => {
  expect(readPlan(input)).toEqual(read)
})

test('without a plan the general question is asked', async () => {
  await using fake = await openFakeUi()
  await fake.mount(<RequestDialog request={{ ...request, input: {} }} />)
  expect(fake.text()).toContain('Use Tool')
})
