import { expect, test } from 'vitest'
import { inChinese } from '../../../protocol/messages/chinese.ts'
import { commandArgumentText } from '../../../protocol/messages/commands/command-arguments.ts'
import { commandListText } from '../../../protocol/messages/commands/list.ts'
import { localizeCommand } from './session.ts'

test('a command that is built in is listed in Chinese, that of somebody else as it was written', () => {
  const info = { name: 'compact', description: 'x', argumentHint: '[focus]' }
  const localized = {
    description: commandListText('compact'),
    argumentHint: commandArgumentText('compact'),
  }
  expect(localizeCommand({ ...info, localized }, inChinese)).toMatchObject({
    description: '压缩对话；--preview 预览会保留的内容',
    argumentHint: '[重点] [--preview]',
  })
  expect(localizeCommand(info, inChinese)).toEqual(info)
})
