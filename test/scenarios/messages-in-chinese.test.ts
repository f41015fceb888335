import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refusedMode } from '../../src/agents/plan-agent.ts'
import { createCostReminder } from '../../src/engine/spending/part.ts'
import { judgeBudgets } from '../../src/features/budgets/judge-budgets.ts'
import { budgetReached } from '../../src/features/goals/goal-budget.ts'
import { readVerdict } from '../../src/features/goals/judge.ts'
import { channelLine } from '../../src/features/mcp/channels/channel-message.ts'
import { asideNotes } from '../../src/features/sandbox/refusal-note.ts'
import { cronProblem } from '../../src/features/schedules/cron-times.ts'
import { lostSentences } from '../../src/features/tasks/lost-tasks.ts'
import { summarize } from '../../src/features/tasks/task-note.ts'
import { localizedOf } from '../../src/frontends/headless/result-message.ts'
import type { Event } from '../../src/protocol/event.ts'
import { inChinese } from '../../src/protocol/messages/chinese.ts'
import { describeError, type Text } from '../../src/protocol/messages/localized-text.ts'
import type { Op } from '../../src/protocol/op.ts'
import type { TaskInfo } from '../../src/protocol/tool.ts'
import { createWorld } from '../support/engine-bench.ts'

const task = { id: 'b1', kind: 'shell', description: 'npm test', status: 'failed', startedAt: 1 } as TaskInfo

const goalAt = (used: object) =>
  ({ rounds: 0, usd: 0, activeMs: 0, budget: { rounds: 3, minutes: 60, usd: 1 }, ...used }) as Parameters<
    typeof budgetReached
  >[0]

const reminderAt = (usd: number): Text => {
  const said: Event[] = []
  createCostReminder({ atUsd: 1, before: 0, emit: event => said.push(event) })(usd)
  const [first] = said
  return first?.type === 'notice' ? (first.localized ?? first.text) : ''
}

test.each<[string, Text | undefined, string]>([
  [
    'a budget that is used up',
    judgeBudgets({ day: { hard: 1 } }, { session: 0, day: 1.5, project: 0 })[0]?.message,
    '今天的预算 $1 已用完（已花费 $1.5000）。要继续，请在设置中提高 "budgets.day.hard"。',
  ],
  [
    'what a session cost',
    reminderAt(1.5),
    '本次会话目前已花费 $1.50。/cost 可查看明细；用 "costReminderUsd" 更改或关闭此提醒。',
  ],
  [
    'the end of a task, with why',
    summarize({ ...task, exitCode: 2, reason: 'It ran out.', released: ['t1'] }),
    '后台命令“npm test”失败，退出码 2。It ran out.其未完成的任务重新待处理：t1。',
  ],
  [
    'the end of an agent',
    summarize({ ...task, kind: 'agent', status: 'stopped' }),
    '后台智能体“npm test”已停止。',
  ],
  [
    'a task that was lost',
    lostSentences([{ id: 'b', isAgent: true, description: 'look' }])[0],
    '后台智能体“look”随程序停止而结束。',
  ],
  [
    'a mode that an agent does not get',
    refusedMode('x', { refused: 'bypassPermissions', mode: 'plan' }),
    '智能体 x 要求不检查权限模式，比你当前的权限更宽松；它以规划模式运行。',
  ],
  [
    'a cron expression',
    cronProblem('* *', 0, () => 0),
    '“* *”不是 5 个字段：分、时、日、月、星期，按本地时间。',
  ],
  [
    'a file that a command made in the sandbox',
    asideNotes(['/p/.npmrc.made-in-sandbox'])[0],
    '命令在沙箱中运行期间，有受保护名称的文件被创建或替换；其他程序会按其内容执行，因此已改名：/p/.npmrc.made-in-sandbox。原有内容已恢复。',
  ],
  ['the limit of turns', localizedOf({ kind: 'max_turns', limit: 3 }), '已达到 3 轮的上限，停止。'],
  ['a check without an answer', readVerdict('well').said, '检查没有给出明确的答复。'],
  ['the budget of a goal', budgetReached(goalAt({ rounds: 3 })), '3 次检查'],
  [
    'a message of a channel',
    channelLine('phone', { content: 'hi', meta: {}, cut: 0 } as unknown as Parameters<typeof channelLine>[1]),
    '来自频道 phone 的消息：hi',
  ],
])('%s is said in Chinese', (_, text, chinese) => {
  expect(text && inChinese(text)).toBe(chinese)
})

const REFUSED: readonly (readonly [Op, string])[] = [
  [{ type: 'submit', content: '/hlep' }, '未知命令 /hlep。是否为 /help？用 /help 查看命令。'],
  [{ type: 'take_back', uuid: 'x' }, '该消息已不在队列中：已发送或已撤回。'],
  [{ type: 'stop_task', taskId: 'b9' }, '没有后台任务 b9。'],
  [{ type: 'revert_edit', toolUseId: 'x' }, '找不到该修改。请用 /rewind 恢复文件。'],
  [{ type: 'remember', text: ' ', scope: 'user' }, '没有要记住的内容。'],
  [{ type: 'shell', command: '', id: 'x' }, '没有要运行的命令。'],
  [{ type: 'approve_plan', mode: 'default' }, '没有可批准的计划。'],
  [{ type: 'use_skill', name: 'none', use: 'off' }, '没有名为 none 的技能。'],
  [{ type: 'server', name: 'none', action: 'reconnect' }, '没有名为 none 的 MCP 服务器。'],
  [{ type: 'set_mode', mode: 'auto' }, '自动模式需要审查者，本会话没有。请选择其他模式，例如自动接受编辑。'],
  [{ type: 'bring_back', messageUuid: 'x' }, '消息 x 不是本会话中模型的回答。'],
  [{ type: 'apply_settings', settings: {} }, '本会话没有设置。'],
]

test('what a session refuses is refused in Chinese, too', async () => {
  await using world = await createWorld({ scenario: { replies: [{ text: 'ok' }] } })
  await world.ask('hello')
  const said: string[] = []
  for (const [op] of REFUSED)
    await world.engine.send(op).then(
      () => said.push(`${op.type} was done`),
      (error: unknown) => said.push(inChinese(describeError(error))),
    )
  expect(said).toEqual(REFUSED.map(([, chinese]) => chinese))
})

const SRC = join(import.meta.dirname, '../../src')

/** Sentences are rows: the compiler asks for both languages of a row, and for none of a string. */
test('the engine, the loop and agents say nothing to people that is no row', () => {
  const files = globSync(['engine/**/*.ts', 'loop/*.ts', 'agents/**/*.ts'], { cwd: SRC }).filter(
    file => !file.endsWith('.test.ts') && !/^engine\/(?:calls|commands|permissions)\//.test(file),
  )
  expect(files.length).toBeGreaterThan(300)
  const bare = files.filter(file =>
    /type: 'notice',\s*level|new OpError\(\s*['"`]/.test(readFileSync(join(SRC, file), 'utf8')),
  )
  expect(bare).toEqual([])
})
