import { expect, test } from 'vitest'
import { assistant, user } from '../../../../test/support/messages.ts'
import { presentedMessages } from '../../../../test/support/presented.ts'
import { transcriptOf } from './items-of.ts'

const sent = (name: string, isError = false) => [
  assistant('a', [{ type: 'tool_use', id: 't', name, input: { message: 'It works.' } }]),
  {
    ...user('u', [{ type: 'tool_result', tool_use_id: 't', content: 'shown', is_error: isError }]),
    toolUseResult: { message: 'It works.', attachments: ['/w/report.md'] },
  },
]
const told = (name: string, isError = false) => {
  const { done, live } = transcriptOf(presentedMessages(sent(name, isError)))
  return [...done, ...live].flatMap(item => (item.kind === 'assistant' ? [item] : []))
}

test.each(['Brief', 'SendUserMessage'])('what %s said in an earlier run is in sight after a resume', name => {
  expect(told(name)).toEqual([
    { kind: 'assistant', id: 'told:t', text: 'It works.\n\n- /w/report.md', ended: true },
  ])
})

test('a call that failed, and one of another tool, said nothing', () => {
  expect(told('Brief', true)).toEqual([])
  expect(told('Read')).toEqual([])
})
