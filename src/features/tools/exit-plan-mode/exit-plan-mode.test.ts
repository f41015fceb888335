import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import type { PlannedPrompt } from '../../../protocol/plan.ts'
import { exitPlanModeTool } from './exit-plan-mode.ts'

const callWith = (text: string | undefined, active = true) => {
  const call = makeToolCall()
  const file = join(call.cwd, 'plan.md')
  if (text !== undefined) writeFileSync(file, text)
  const left: (readonly PlannedPrompt[])[] = []
  const plan = {
    active,
    file,
    enter: () => undefined,
    propose: () => undefined,
    leave: ({ prompts }: { readonly prompts: readonly PlannedPrompt[] }) => {
      left.push(prompts)
      return 'acceptEdits' as const
    },
  }
  return { call: { ...call, plan }, file, left }
}
const prompts = [{ tool: 'Bash', prompt: 'run the tests' }] as const

test('what the model says the plan is does not count: the file does', async () => {
  const { call, file } = callWith('# Real')
  const given = exitPlanModeTool.input.parse({
    plan: '# Forged',
    planFilePath: '/etc/passwd',
    allowedPrompts: prompts,
  })
  const stripped = exitPlanModeTool.fromModel?.(given) ?? given
  expect(stripped).toEqual({ allowedPrompts: prompts })
  expect(await exitPlanModeTool.prepare?.(stripped, call)).toEqual({
    allowedPrompts: prompts,
    plan: '# Real',
    planFilePath: file,
  })
})

test('the question holds the whole plan and every kind of command', () => {
  const [access] = exitPlanModeTool.access({ plan: '# P', allowedPrompts: [...prompts] }, '/')
  expect(access).toMatchObject({
    kind: 'person',
    question: {
      text: '# P\n\nWith it, commands of these kinds:\n- Bash: run the tests',
      modes: ['acceptEdits'],
    },
  })
})

test('the plan as approved is the result, and what was approved with it is passed on', async () => {
  const { call, file, left } = callWith('# P')
  const input = await exitPlanModeTool.prepare?.({ allowedPrompts: [...prompts] }, call)
  const { output, text } = await runTool(exitPlanModeTool, input, call)
  expect(output).toEqual({
    plan: '# P',
    isAgent: false,
    filePath: file,
    mode: 'acceptEdits',
    kinds: ['run the tests'],
  })
  expect(text).toBe(
    `The person approved the plan in ${file}. Carry it out now (permission mode acceptEdits: edits are not asked about). Commands of these kinds go with it: run the tests.`,
  )
  expect(left).toEqual([prompts])
})

test('what the person changed in the question goes into the file', async () => {
  const { call, file } = callWith('# P')
  const input = await exitPlanModeTool.prepare?.({}, call)
  const { output } = await runTool(
    exitPlanModeTool,
    { ...input, plan: '# Mine', planFilePath: '/elsewhere' },
    call,
  )
  expect(output).toMatchObject({ plan: '# Mine', planWasEdited: true, filePath: file })
  expect(readFileSync(file, 'utf8')).toBe('# Mine')
})

test('an answer without a plan changes nothing of it, and a file that went away neither', async () => {
  const { call, file } = callWith('# P')
  const input = await exitPlanModeTool.prepare?.({}, call)
  expect((await runTool(exitPlanModeTool, {}, call)).output).toMatchObject({ plan: '# P' })
  rmSync(file)
  expect((await runTool(exitPlanModeTool, input, call)).output).toMatchObject({ plan: '# P' })
})

test.each([
  ['there is no plan', callWith(undefined), 'There is no plan yet'],
  ['the plan is empty', callWith(' \n'), 'There is no plan yet'],
  ['plan mode is not on', callWith('# P', false), 'Plan mode is not on'],
  ['the plan is too long', callWith('x'.repeat(300_000)), 'too large'],
])('nobody is asked when %s', async (_, { call }, message) => {
  await expect(async () => await exitPlanModeTool.prepare?.({}, call)).rejects.toThrow(message)
})

test.each([
  { allowedPrompts: [{ tool: 'Write', prompt: 'x' }] },
  { allowedPrompts: [{ tool: 'Bash', prompt: '' }] },
  { allowedPrompts: [{ tool: 'Bash', prompt: 'x'.repeat(501) }] },
  { allowedPrompts: 'run tests' },
  { allowedPrompts: Array.from({ length: 21 }, () => prompts[0]) },
])('%j is refused', input => {
  expect(exitPlanModeTool.input.safeParse(input).success).toBe(false)
})
