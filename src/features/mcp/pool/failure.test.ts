import { expect, test } from 'vitest'
import type { ServerConfig } from '../../../protocol/extensions/server.ts'
import { inChinese } from '../../../protocol/messages/chinese.ts'
import { inEnglish, LocalizedError } from '../../../protocol/messages/localized-text.ts'
import { sandboxText } from '../../../protocol/messages/permissions/sandbox.ts'
import { failureText } from './failure.ts'

const PROGRAM: ServerConfig = { type: 'stdio', command: 'srv', args: [], env: {} }

test.for<[Error, string, string]>([
  [
    Object.assign(new Error('spawn srv ENOENT'), { code: 'ENOENT' }),
    'the program "srv" was not found. Install it, or correct "command".',
    '找不到程序 "srv"。请安装它，或更正 "command"。',
  ],
  [
    new LocalizedError(sandboxText('server_has_none')),
    'it says "sandbox": true, and there is no sandbox here',
    '配置了 "sandbox": true，但此处没有沙箱',
  ],
  [
    new Error('Unexpected end', { cause: 'no licence' }),
    'Unexpected end. It said: no licence',
    'Unexpected end。它的输出：no licence',
  ],
  [new Error('Unexpected end'), 'Unexpected end', 'Unexpected end'],
])('why a server cannot be reached: %s', ([error, en, zh]) => {
  const text = failureText(error, PROGRAM)
  expect([inEnglish(text), inChinese(text)]).toEqual([en, zh])
})
