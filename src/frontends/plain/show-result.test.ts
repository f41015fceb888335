import { expect, test } from 'vitest'
import { inChinese } from '../../protocol/messages/chinese.ts'
import { toolsText } from '../../protocol/messages/tools.ts'
import { plainly } from './paint.ts'
import { showResult } from './show-result.ts'

const answer = (isError: boolean) => ({
  block: { type: 'tool_result', tool_use_id: 't', content: 'for the model', is_error: isError } as const,
  presentation: { kind: 'other', body: { type: 'said', text: toolsText('browser') } } as never,
})

test('what a tool says for people is said in their language; a failure as the model hears it', () => {
  const paint = Object.assign((...given: Parameters<typeof plainly>) => plainly(...given), {
    localize: inChinese,
  })
  expect(showResult(answer(false), paint)).toEqual([`  ⎿ ${inChinese(toolsText('browser'))}`])
  expect(inChinese(toolsText('browser'))).not.toBe(toolsText('browser').text)
  expect(showResult(answer(true), plainly)).toEqual(['  ⎿ for the model'])
})
