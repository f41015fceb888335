import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { toolQuestion } from '../../../protocol/messages/permissions/tool-questions.ts'
import { enterPlanModeTool } from './enter-plan-mode.ts'

const callWith = (active: boolean) => {
  const entered: string[] = []
  const plan = {
    active,
    file: '/c/plans/a.md',
    enter: () => void entered.push('entered'),
    propose: () => undefined,
    leave: () => 'default' as const,
  }
  return { call: { ...makeToolCall(), plan }, entered }
}

test('it is the person who decides, and nothing is entered before', () => {
  expect(enterPlanModeTool.access({}, '/')).toEqual([
    {
      kind: 'person',
      question: {
        title: toolQuestion('plan_mode_title'),
        why: toolQuestion('plan_mode'),
      },
    },
  ])
})

test('it enters plan mode and names the file', async () => {
  const { call, entered } = callWith(false)
  expect(enterPlanModeTool.prepare?.({}, call)).toEqual({})
  expect(entered).toEqual([])
  const { output, text } = await runTool(enterPlanModeTool, { anything: 1 }, call)
  expect([output, text]).toEqual([
    { planFilePath: '/c/plans/a.md' },
    'Plan mode is on. The plan belongs in /c/plans/a.md.',
  ])
  expect(entered).toEqual(['entered'])
})

test('it makes no sense twice, nor where nothing can be planned', () => {
  expect(() => enterPlanModeTool.prepare?.({}, callWith(true).call)).toThrow('Plan mode is on already.')
  expect(() => enterPlanModeTool.prepare?.({}, makeToolCall())).toThrow('no plan mode')
})
