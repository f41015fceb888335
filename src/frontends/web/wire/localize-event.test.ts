import { expect, test } from 'vitest'
import type { Event } from '../../../protocol/event.ts'
import { commandListText } from '../../../protocol/messages/command-list.ts'
import { workAnswer } from '../../../protocol/messages/commands-work.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import { notice } from '../../../protocol/messages/notice.ts'
import { loadLocalize } from '../text/localize.ts'
import { localizeCommand, localizeEvent } from './localize-event.ts'

const NO_TODOS = workAnswer('no_todos')
const ANSWER: Event = { type: 'command_output', command: 'todos', text: NO_TODOS.text, localized: NO_TODOS }

test('a page in Chinese says what a command answers, and notices, in Chinese', async () => {
  const localize = await loadLocalize({ language: 'zh' })
  expect(localizeEvent(ANSWER, localize)).toMatchObject({ text: '待办列表为空。' })
  expect(localizeEvent(notice('info', NO_TODOS), localize)).toMatchObject({ text: '待办列表为空。' })
  const plain: Event = { type: 'command_output', command: 'x', text: 'No background tasks.' }
  expect(localizeEvent(plain, localize)).toBe(plain)
})

test('a page in English fetches no other language', async () => {
  const localize = await loadLocalize({ language: 'en' })
  expect(localize).toBe(inEnglish)
  expect(localizeEvent(ANSWER, localize)).toEqual(ANSWER)
})

test('a command that is built in is listed in Chinese, that of somebody else as it was written', async () => {
  const localize = await loadLocalize({ language: 'zh' })
  const info = { name: 'compact', description: 'x', argumentHint: '[focus]' }
  const localized = {
    description: commandListText('compact'),
    argumentHint: commandListText('compact_arguments'),
  }
  expect(localizeCommand({ ...info, localized }, localize)).toMatchObject({
    description: '压缩对话；--preview 预览会保留的内容',
    argumentHint: '[重点] [--preview]',
  })
  expect(localizeCommand(info, localize)).toEqual(info)
})
