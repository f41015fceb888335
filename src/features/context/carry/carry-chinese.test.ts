import { expect, test } from 'vitest'
import { assistant, result, text, user } from '../../../../test/support/messages.ts'
import type { CallEffect, Effect } from '../../../protocol/context.ts'
import type { Message } from '../../../protocol/message.ts'
import { forModel } from '../../../protocol/messages/model-texts.ts'
import { type CarrySources, createCarry } from './carry.ts'
import { renderCarry, tellCarry } from './carry-block.ts'
import { detailText } from './detail-words.ts'
import { effectLines, refusedLines } from './effect-lines.ts'
import { taskSteps } from './step-lines.ts'

const NOTHING: CarrySources = { effects: () => [], steps: () => [], cwd: () => '/p' }
const AT = { at: '2026-01-01T00:00:00.000Z' }
const effects = (...all: readonly CallEffect[]): readonly Effect[] =>
  all.map((effect, at) => ({ ...effect, ...AT, toolUseId: `c${at}` }))
const summaryOf = (block: string): Message => ({
  ...user('s', `摘要。\n\n${block}\n\n继续。`),
  isMeta: true,
  isCompactSummary: true,
})

test('effects, refusals and steps are told in the language of the prompt', () => {
  const fit = { budget: 10_000, cwd: '/p', language: 'zh' } as const
  const done = effects(
    { kind: 'command', text: 'make', outcome: 'failed', detail: 'exit code 2: "no rule"' },
    { kind: 'write', text: '/p/a.ts', outcome: 'done', detail: '+3 −1 lines' },
    { kind: 'write', text: '/p/a.ts', outcome: 'done', detail: '+1 −0 lines' },
    { kind: 'command', text: 'npm run dev', outcome: 'running', taskId: 't1' },
    { kind: 'command', text: './deploy', outcome: 'interrupted' },
    {
      kind: 'external',
      text: '/p/b.ts',
      outcome: 'done',
      detail: 'deleted by the person or another program',
    },
    { kind: 'goal', text: '全部通过', outcome: 'failed', detail: '3 checks; 没有' },
    { kind: 'command', text: 'npm test', outcome: 'failed', detail: 'exit code 1' },
    { kind: 'command', text: 'npm test', outcome: 'done' },
    { kind: 'other', text: 'message to the session docs', outcome: 'done' },
  )
  expect(effectLines(done, fit)).toEqual([
    '运行：make —— 失败：退出码 2："no rule"',
    '写入：a.ts ×2（+4 −1 行）',
    '运行：npm run dev —— 仍在运行，任务 t1',
    '运行：./deploy —— 被中断，结果未知',
    '被用户或其他程序删除：b.ts',
    '目标已放弃：全部通过（检查 3 次；没有）',
    '运行：npm test —— 失败（退出码 1），然后成功',
    '调用：发给会话 docs 的消息',
  ])
  expect(effectLines(done, { ...fit, budget: 30 })[0]).toMatch(/^（另有 \d 项没有列出；可用 Recall 查找）$/)
  const refused = effects({ kind: 'command', text: 'git push', outcome: 'refused', said: '先别推' })
  expect(refusedLines(refused, fit)).toEqual(['运行：git push —— 被用户拒绝'])
  const task = { id: '1', subject: '解析器', description: '', status: 'pending', blocks: [] } as const
  expect(
    taskSteps([{ ...task, owner: 'ann', blockedBy: ['2', '3'] }] as never, 'zh').map(step => step.text),
  ).toEqual(['任务 1：解析器（负责人 ann，等待 2、3）'])
})

test.each([
  ['created, 1 line', '新建，1 行'],
  ['created, 12 lines', '新建，12 行'],
  ['exit code 1', '退出码 1'],
  ['ended after 2000 ms', '2000 毫秒后被终止'],
  ['ended by SIGKILL: "x"', '被 SIGKILL 终止："x"'],
  ['by the person; exit code 3', '由用户执行；退出码 3'],
  ['1 check', '检查 1 次'],
  ['1 check; no', '检查 1 次；no'],
  ['a question to the person', '向用户提问'],
  ['somebody said: exit code 1', 'somebody said: exit code 1'],
])('%j is %j', (words, chinese) => {
  expect(forModel(detailText(words))).toBe(words)
  expect(forModel(detailText(words), 'zh')).toBe(chinese)
})

test.each([
  ['en', 'zh'],
  ['zh', 'en'],
] as const)('what was carried under a prompt in %s is read under one in %s', (before, now) => {
  const said = [
    user('u0', '开始'),
    assistant('a0', [text('thought')]),
    { ...user('r', [result('c', 'x')]), toolUseResult: {} },
    assistant('a1', [text('end')]),
    ...Array.from({ length: 400 }, (_, at) => user(`u${at + 1}`, `${at} ${'.'.repeat(300)}`)),
  ]
  const once = createCarry({ ...NOTHING, language: before })(said, 4_000)
  const twice = createCarry({ ...NOTHING, language: now })([summaryOf(renderCarry(once, before))], 8_000)
  const omitted = /\d+/.exec(once[0]?.text ?? '')?.[0]
  const note = {
    en: `${omitted} earlier messages of the person are not repeated here; Recall finds what was said.`,
    zh: `用户更早的 ${omitted} 条消息未在此重复；可用 Recall 查找。`,
  }
  const onTheWay = { en: '(on the way) thought', zh: '（过程中）thought' }
  const messages = (items: typeof once) => items.flatMap(item => (item.kind === 'message' ? [item.text] : []))
  expect(messages(once)).toEqual([note[before], onTheWay[before], 'end'])
  expect(messages(twice)).toEqual([note[now], onTheWay[now], 'end'])
})

test('answers and decisions of the person are framed in the language of the prompt', () => {
  const decided: readonly Message[] = [
    {
      ...user('u1', [result('c1', 'x')]),
      effects: [{ kind: 'answer', text: 'Which?', outcome: 'done', detail: 'A' }],
    },
    {
      ...user('u2', [result('c2', 'x')]),
      effects: [{ kind: 'command', text: 'ls', outcome: 'done', said: '行' }],
    },
    {
      ...user('u3', [result('c3', 'x')]),
      effects: [{ kind: 'command', text: 'rm', outcome: 'refused', said: '不' }],
    },
  ]
  expect(createCarry({ ...NOTHING, language: 'zh' })(decided, 4_000).map(item => item.text)).toEqual([
    '（提问：Which?）A',
    '（已批准：ls）行',
    '（已拒绝：rm）不',
  ])
})

test('people are told what was carried without the words for the model, whatever language these are in', () => {
  const items = [
    { kind: 'request', text: '做吧' },
    { kind: 'todo', text: '[ ] 测试' },
    { kind: 'effect', text: '运行：make' },
    { kind: 'refused', text: '运行：rm' },
  ] as const
  expect(renderCarry(items, 'zh')).not.toMatch(/[a-z]{3,} [a-z]{2,} [a-z]{2,}/)
  expect(tellCarry(renderCarry(items, 'zh'))).toBe(tellCarry(renderCarry(items)))
})
