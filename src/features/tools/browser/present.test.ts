import { expect, test } from 'vitest'
import { inChinese } from '../../../protocol/messages/chinese.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { present } from './present.ts'

const says = modelTexts('browser_test', {
  refused: { en: 'That was not allowed:', zh: '未获允许：' },
  stopped: { en: 'It was stopped.', zh: '已停止。' },
})

const shown = (output: unknown) => {
  const { body } = present({ action: 'click', ref: 'e1' }, output)
  return body?.type === 'said' && body.text !== undefined ? body.text : undefined
}

test('what came of an action is said in the language of the reader, with the words of the page as they are', () => {
  const parts = [{ said: says('refused') }, { foreign: 'http://9.9.9.9/x' }, { said: says('stopped') }]
  const text = shown(JSON.parse(JSON.stringify({ parts })))
  expect(inChinese(text ?? '')).toMatch(
    /^\p{Script=Han}[^a-z]*\nhttp:\/\/9\.9\.9\.9\/x\n\p{Script=Han}[^a-z]*$/u,
  )
})

test.each([undefined, null, 'text', {}, { parts: 1 }, { parts: [{}] }, { parts: [{ said: { id: 1 } }] }])(
  'of an output that is no answer (%j) the text of the result is shown',
  output => expect(shown(output)).toBeUndefined(),
)
