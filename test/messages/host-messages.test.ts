import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { classifyError } from '../../src/features/models/classify-error.ts'
import { connectionError } from '../../src/features/models/errors.ts'
import { withKeySource } from '../../src/features/models/key-source.ts'
import { loadSettings } from '../../src/features/settings/load.ts'
import { toWireError, WireProblem } from '../../src/frontends/serve/wire-problem.ts'
import { findStart } from '../../src/host/start.ts'
import { inChinese } from '../../src/protocol/messages/chinese.ts'
import { serveText } from '../../src/protocol/messages/host/serve.ts'
import { describeError } from '../../src/protocol/messages/localized-text.ts'

const thrown = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

const refused = classifyError(401, '{"error":{"type":"authentication_error","message":"no"}}', {})
const source = { source: 'keychain', login: '/login openai', title: 'OpenAI', variables: ['OPENAI_API_KEY'] }

test.each([
  [refused, '模型服务不接受凭据（状态 401：no）。请检查 API 密钥或令牌。'],
  [
    withKeySource(refused, source),
    '模型服务不接受凭据（状态 401：no）。密钥保存在系统钥匙串中。可用 /login openai 更换。',
  ],
  [
    connectionError(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'http://127.0.0.1:9'),
    '无法连接模型服务；请检查它是否在运行、地址是否正确（http://127.0.0.1:9）。',
  ],
  [
    thrown(() => findStart({ env: { HOME: 'x' } })),
    'HOME 为 "x"，是相对路径。请将 HOME 设为目录的完整路径。',
  ],
])('%s is said in Chinese by whoever shows it', (error, chinese) => {
  expect(inChinese(describeError(error))).toBe(chinese)
})

test('what is wrong with a settings file is said in Chinese, down to the value', () => {
  const configHome = mkdtempSync(join(tmpdir(), 'capstan-words-'))
  onTestFinished(() => rmSync(configHome, { recursive: true, force: true }))
  const file = join(configHome, 'settings.json')
  const said = (text: string): readonly string[] => {
    writeFileSync(file, text)
    const places = { configHome, projectDir: configHome, localDir: configHome, sources: ['user'] as const }
    const { problems } = loadSettings({ ...places, trusted: false, managed: [], compat: false })
    return problems.map(({ message }) => inChinese(message))
  }
  expect(said('{"model": 5}')).toEqual([`${file}:1:2：model：应为字符串，实际为数字`])
  expect(said('{"model" 5}')).toEqual([
    `${file} 不是有效的 JSON：第 1 行第 10 列：应为键之后的 \`:\`，实际为\`5\``,
  ])
})

test('what a server refuses is sent as data, too', () => {
  const text = serveText('answered', { name: 'Ann' })
  expect(toWireError(new WireProblem('answered', text), () => undefined)).toEqual({
    kind: 'answered',
    message: 'Ann has answered this already.',
    localized: text,
  })
  expect(inChinese(text)).toBe('Ann 已经回答了。')
})
