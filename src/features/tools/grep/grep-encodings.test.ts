import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { encodedFiles } from '../../../../test/support/encoding-corpus.ts'
import { makeToolCall, runTool, type ToolCallOptions } from '../../../../test/support/tool-call.ts'
import { grepTool } from './grep.ts'

const FILES = encodedFiles()

const corpus = (options: ToolCallOptions = {}) => {
  const call = makeToolCall(options)
  for (const { name, data } of FILES) {
    mkdirSync(dirname(join(call.cwd, name)), { recursive: true })
    writeFileSync(join(call.cwd, name), data)
  }
  writeFileSync(join(call.cwd, 'plain.txt'), '连接服务器超时, in UTF-8\n')
  return call
}

const linesWith = (pattern: RegExp): readonly string[] => [
  ...FILES.flatMap(({ name, text }) =>
    text
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${name}:${at + 1}:${line.trimEnd()}`] : [])),
  ),
  ...(pattern.test('连接服务器超时, in UTF-8') ? ['plain.txt:1:连接服务器超时, in UTF-8'] : []),
]

const shown = (text: string): readonly string[] => text.split('\n').toSorted()

test.each([
  '连接服务器超时',
  '連線伺服器逾時',
  'タイムアウト.*した',
  '서버 연결',
  'Größenänderungen',
  'Время ожидания',
])('%s is found in whatever encoding it is written', async pattern => {
  const found = await runTool(
    grepTool,
    { pattern, output_mode: 'content', glob: '!long.txt', head_limit: 0 },
    corpus(),
  )
  const wanted = linesWith(new RegExp(pattern)).filter(line => !line.includes('long.txt'))
  expect(wanted.length).toBeGreaterThan(10)
  expect(shown(found.text)).toEqual([...wanted].toSorted())
})

test('a plain word that stands beside others is shown with them as they are, and from then on all are looked for', async () => {
  const call = corpus()
  const found = await runTool(
    grepTool,
    { pattern: 'ERROR = |Private Sub', output_mode: 'content', path: join(call.cwd, 'gbk') },
    call,
  )
  expect(found.text).toContain('static final String ERROR = "用户名或密码错误，请重新输入";')
  const next = await runTool(
    grepTool,
    { pattern: 'alert..*"', output_mode: 'content', path: join(call.cwd, 'big5') },
    call,
  )
  expect(next.text).toContain('alert("連線伺服器逾時")')
})

test('one file, and how often', async () => {
  const call = corpus()
  const path = join(call.cwd, 'shift_jis/server.log')
  const counted = await runTool(grepTool, { pattern: 'サーバー', output_mode: 'count', path }, call)
  expect(counted.text).toContain(':5')
  const files = await runTool(grepTool, { pattern: '서울특별시', glob: '*.csv' }, call)
  expect(files.output.filenames).toEqual(['euc-kr/orders.csv'])
})

test('what was found can be edited by its lines, in its encoding', async () => {
  const call = corpus()
  const path = join(call.cwd, 'gb18030/Makefile')
  const { text } = await runTool(grepTool, { pattern: '距离', output_mode: 'content', path }, call)
  expect(text).toContain('计算两点之间的距离𠮷㐂')
})
