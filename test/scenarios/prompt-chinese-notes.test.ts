import { expect, test } from 'vitest'
import { completedOf, workEndOf } from '../../src/agents/agent-outcome.ts'
import type { RunEnd } from '../../src/agents/agent-run.ts'
import { unprovenVerdicts } from '../../src/agents/check-verdicts.ts'
import { forkDirective, forkMessages, isForked, isPlaceholder } from '../../src/agents/fork-messages.ts'
import { handOffFailure, handOffQuestion, handOffWarning } from '../../src/agents/hand-off.ts'
import { showRegions } from '../../src/engine/context/file-regions.ts'
import { listAllSkills } from '../../src/engine/skills/skill-listing.ts'
import { continueText, endText, notInForce } from '../../src/features/goals/continue-text.ts'
import { judgeQuestion, readVerdict } from '../../src/features/goals/judge.ts'
import { sayAge } from '../../src/features/memory/recall/recalled-text.ts'
import { assistantOffText, assistantText, tickText } from '../../src/features/schedules/assistant-texts.ts'
import { firedText } from '../../src/features/schedules/fired-text.ts'
import { repairHistory } from '../../src/features/sessions/repair.ts'
import { lostNote } from '../../src/features/tasks/lost-tasks.ts'
import { endedTasks, runningTasks } from '../../src/features/tasks/running-tasks.ts'
import { earlierEnd, endNote } from '../../src/features/tasks/task-note.ts'
import { normalize } from '../../src/loop/normalize.ts'
import type { Goal } from '../../src/protocol/agents/goal.ts'
import { turnCause } from '../../src/protocol/agents/turn-cause.ts'
import type { Message } from '../../src/protocol/message.ts'
import { inChinese } from '../../src/protocol/messages/chinese.ts'
import type { ModelRequest } from '../../src/protocol/model.ts'
import type { TaskInfo } from '../../src/protocol/tool.ts'
import type { PromptLanguage } from '../../src/protocol/tools/both-languages.ts'
import { createWorld } from '../support/engine-bench.ts'

/** Words in a row that are English, outside of tags, JSON and quotes. */
const englishIn = (text: string): readonly string[] =>
  text.replace(/<[^>]*>|\{"[^}]*\}|"[^"\n]*"/g, '§').match(/[A-Za-z]{2,}(?: [A-Za-z]{2,}){2,}/g) ?? []

const at = { uuid: 'u', timestamp: '2026-01-01T00:00:00.000Z' }
const deps = { now: () => new Date(0), newId: () => 'n' }
const user = (content: string): Message => ({ ...at, type: 'user', message: { role: 'user', content } })
const call = {
  ...at,
  type: 'assistant',
  message: {
    id: 'm',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }],
  },
} as unknown as Message
const task: TaskInfo = {
  id: 'b1',
  kind: 'agent',
  description: '查',
  status: 'failed',
  startedAt: 0,
  exitCode: 2,
}
const goal: Goal = {
  check: { command: 'make' },
  budget: { rounds: 9, minutes: 9, usd: 9 },
  rounds: 2,
  usd: 0,
  activeMs: 0,
  status: 'reached',
  last: '通过',
}
const due = (late: boolean, missed: number) => ({
  schedule: { id: 's', time: { cron: '* * * * *' }, kind: 'wakeup', durable: true } as never,
  dueAt: 0,
  late,
  missed,
})
const repaired = (left: 'rewind' | 'copy' | undefined, language?: PromptLanguage): string =>
  JSON.stringify(
    repairHistory([user('做'), call], { ...deps, ...(left ? { left } : {}), language }).added.map(
      ({ type, ...rest }) => rest,
    ),
  ).replace(/"[a-z_]+":/gi, '')

/** Every text by its language. */
const TEXTS: Readonly<Record<string, (language?: PromptLanguage) => string>> = {
  'a lost agent': language => lostNote({ id: 'a', isAgent: true, description: '查' }, undefined, language),
  'a lost command': language => lostNote({ id: 'b', isAgent: false, command: 'ls' }, undefined, language),
  'a lost member': language => lostNote({ id: 'c', isAgent: true, member: '甲' }, undefined, language),
  'what runs': language => runningTasks([{ ...task, status: 'running' }], language)?.text ?? '',
  'what has ended': language => endedTasks([task], language)?.text ?? '',
  'an earlier end': language => earlierEnd('</summary>', language),
  verdicts: language => unprovenVerdicts('### 甲\nVerdict: PASS', ['ls'], language) ?? '',
  'no verdicts': language => unprovenVerdicts('', [], language) ?? '',
  'a hand-off': language => handOffQuestion({ task: '甲', actions: [], answer: '乙' }, language).system,
  'a flag': language => handOffWarning('FLAG: 删了文件。', language) ?? '',
  'no clear review': language => handOffWarning('?', language) ?? '',
  'no review': language => handOffFailure(new Error('500'), language),
  'a fork': language => forkDirective('做', language),
  'a schedule': language => firedText(due(true, 3), '做', language),
  'a late schedule': language => firedText(due(true, 0), '做', language),
  'assistant mode': language => assistantText({ dayUsd: 2, memory: '/m' }, language),
  'no assistant mode': assistantOffText,
  'a tick': language => tickText({ now: new Date(0), quietMs: 600_000 }, language),
  'a goal that is not reached': language => continueText(goal, '差一个', language),
  'a goal that is reached': language => endText(goal, language).text,
  'a goal that is given up': language => endText({ ...goal, status: 'stopped' }, language).text,
  'a goal that is over': language => notInForce(language).text,
  'the judge of a goal': language => judgeQuestion('通过', [], language).system,
  'a call at which the program stopped': language => repaired(undefined, language),
  'a call before a rewind': language => repaired('rewind', language),
  'a call of a copy': language => repaired('copy', language),
  'a call without a result': language =>
    JSON.stringify(normalize([call], { model: 'm', language })[2]?.content).replace(/"[a-z_]+":/gi, ''),
  'part of a file': language =>
    showRegions('a\nb\nc\n', [{ from: 1, to: 1 }], { maxChars: 99, maxLineChars: 9, language })?.text ?? '',
  'skills of servers': language =>
    listAllSkills([{ name: 's', description: '', rank: 0, origin: 'server' } as never], {
      chars: 999,
      each: 99,
      spent: 0,
      language,
    }).text,
  'the age of a memory': language => sayAge(0, new Date(3 * 86_400_000), language),
}

test.each(Object.entries(TEXTS))('%s is told in the language of the prompt', (_, textIn) => {
  expect(textIn('en')).toBe(textIn())
  expect(textIn()).toMatch(/[a-z]{3}/)
  expect(textIn('zh')).not.toBe(textIn())
  expect(textIn('zh')).toMatch(/\p{Script=Han}/u)
  expect(textIn('zh')).not.toMatch(/\{[a-z]+(?::[a-z]+)?\}/)
  // The system texts of judges quote the words of their answers.
  expect(englishIn(textIn('zh').replaceAll('\\"', '')).filter(words => !/^GMT/.test(words))).toEqual([])
})

test('the end of a task names its reason in Chinese, and people get it as data', () => {
  const localized = { id: 'x.y', text: 'It failed.', zh: '它失败了。' }
  const note = endNote({ ...task, reason: 'It failed.', localized }, { printed: '', words: inChinese })
  expect(note).toContain('<summary>后台智能体“查”失败，退出码 2。它失败了。</summary>')
  expect(note).toContain('<output>（无）</output>')
  const message = { ...user(note), isMeta: true, origin: { kind: 'task-notification' } } as Message
  expect(turnCause(message)).toBe('后台智能体“查”失败，退出码 2。它失败了。')
})

test.each(['en', 'zh'] as const)(
  'what a session in %s left is read again, whatever its prompt is now',
  language => {
    const messages = forkMessages([user('做'), call], 't', { newId: () => 'n', now: () => '', language })
    expect(messages.map(isPlaceholder)).toEqual([false, false, true])
    expect(isForked([user(forkDirective('做', language))])).toBe(true)
    const closed = { en: '[The user interrupted the turn here.]', zh: '[用户在此处中断了这一轮。]' }[language]
    const end = { ...user(closed), isMeta: true } as Message
    expect(repairHistory([user('做'), end], deps).interrupted).toBe(false)
    const ended = { ...at, type: 'attachment', attachment: endText(goal, language) } as Message
    expect(turnCause(ended)).toMatchObject({ id: 'goals.reached', values: { count: 2, why: '通过' } })
  },
)

test('a verdict keeps its reason in Chinese', () => {
  expect(readVerdict('NOT_MET：没有运行测试。')).toEqual({ kind: 'unmet', why: '没有运行测试。' })
  expect(readVerdict('MET: 12 项全部通过')).toEqual({ kind: 'met', why: '12 项全部通过' })
})

const saidTo = ({ messages }: ModelRequest): string =>
  messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => content)
    .map(block =>
      block.type === 'text' ? block.text : block.type === 'tool_result' ? JSON.stringify(block.content) : '',
    )
    .join('\n')

test('a goal that is not reached goes on in Chinese, and is shown to people as data', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        { text: '应该好了。', when: { model: /sonnet/ } },
        { text: 'NOT_MET: 没有运行测试。', when: { model: /haiku/ } },
        { text: '全部通过。', when: { model: /sonnet/ } },
        { text: 'MET: 全部通过。', when: { model: /haiku/ } },
      ],
    },
    config: () => ({ prompt: { promptLanguage: 'zh' } }),
  })
  await world.ask('/goal 测试全部通过')
  const [, judged, again] = world.model.requests
  expect(judged?.system.map(({ text }) => text).join()).toContain('你检查目标是否已经达成')
  expect(again && saidTo(again)).toContain(
    '本会话的目标尚未达成：测试全部通过\n检查（第 1 次，最多 25 次）结果：\n没有运行测试。',
  )
  const causes = world.events.flatMap(event =>
    event.type === 'entry' && event.entry.type !== 'system' ? [turnCause(event.entry)] : [],
  )
  expect(causes.filter(cause => cause !== undefined)).toMatchObject([
    { id: 'goals.not_yet', values: { round: 1, most: 25, why: '没有运行测试。' } },
    { id: 'goals.reached', values: { count: 2, why: '全部通过。' } },
  ])
})

test('an agent is told in Chinese what is true of all agents', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        {
          tool: {
            name: 'Agent',
            input: { description: '看', prompt: '子任务', subagent_type: 'general-purpose' },
          },
          when: { lastUserText: '开始' },
        },
        { text: '看过了。', when: { lastUserText: '子任务' } },
        { text: '完成。' },
      ],
    },
    config: () => ({ prompt: { promptLanguage: 'zh' } }),
  })
  await world.ask('开始')
  const [, child] = world.model.requests
  const system = child?.system.map(({ text }) => text).join('\n') ?? ''
  expect(system).toContain('你由另一个助手启动，它只读你的最后一条消息')
  expect(system).not.toContain('You were started by another assistant')
})

test.each([
  ['max_turns', { kind: 'max_turns', limit: 3 }, 'It reached its limit of 3 turns.', '已达到 3 轮的上限。'],
  ['aborted', { kind: 'aborted_tools' }, 'It was stopped before it was done.', '它在完成前被停止。'],
] as const)('why an agent did not finish (%s) is told in both languages', async (_, terminal, en, zh) => {
  const run = {
    info: { id: 'a1', name: 'a', type: 'a', model: 'm', toolUses: 1, tokens: 1, status: 'stopped' },
    record: { text: '一半', news: '', actions: ['Bash: ls'], usage: {} },
  } as unknown as Parameters<typeof completedOf>[0]
  const ended = { end: { terminal, text: '' }, durationMs: 1, stopped: true } as unknown as RunEnd
  const inLanguage = (language: PromptLanguage) => completedOf(run, ended, { prompt: 'p', language })
  expect(await inLanguage('en')).toMatchObject({
    stoppedBy: en,
    localized: { text: en },
    content: [{ text: '一半\n\n[Its last calls: Bash: ls]' }],
  })
  const told = await inLanguage('zh')
  expect(told).toMatchObject({ stoppedBy: zh, content: [{ text: '一半\n\n[它最后的调用：Bash: ls]' }] })
  expect(told.localized && inChinese(told.localized)).toBe(zh)
  expect(await workEndOf(run, ended, 'zh')).toMatchObject({ reason: en, localized: { text: en } })
})
