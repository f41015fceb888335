import type { Approval } from '../../protocol/context.ts'

type Approver = Approval['by']

/** What the list of `capstan ledger` says in one language; CSV and JSON are the same in all. */
export interface LedgerWords {
  readonly nothing: string
  head(turn: number): string
  total(rows: number, usd: string): string
  unpriced(calls: number): string
  readonly noPrice: string
  agent(id: string): string
  /** Who let it run; `rule`: as it is written. */
  approved(by: Approver, rule: string | undefined): string
  /** Who refused it. */
  refused(by: Approver, rule: string | undefined): string
  outcome(text: string): string
  /** Words of another session. */
  received(from: string, text: string): string
  /** What a tool did, before what it did it with. */
  readonly deeds: Readonly<Record<string, string>>
}

const APPROVED_EN: Readonly<Record<Approver, string>> = {
  person: 'approved by you',
  channel: 'approved through channel',
  rule: 'allowed by rule',
  mode: 'allowed by the permission mode',
  hook: 'allowed by a hook',
  workingDir: 'no approval needed (inside the working directory)',
  safetyCheck: 'allowed by the safety check',
  subcommandResults: 'allowed by your rules',
  sandboxOverride: 'no approval needed (runs in the sandbox)',
  classifier: 'approved by the auto review',
  other: 'no approval needed',
}

const APPROVED_ZH: Readonly<Record<Approver, string>> = {
  person: '由你批准',
  channel: '通过频道批准：',
  rule: '允许规则',
  mode: '权限模式允许',
  hook: '钩子允许',
  workingDir: '无需批准（在工作目录内）',
  safetyCheck: '安全检查允许',
  subcommandResults: '你的规则允许',
  sandboxOverride: '无需批准（在沙箱中运行）',
  classifier: '自动审查批准',
  other: '无需批准',
}

/** What is not among them asked for an approval that nobody gave. */
const REFUSED_EN: Partial<Readonly<Record<Approver, string>>> = {
  person: 'refused by you',
  rule: 'refused by rule',
  hook: 'refused by a hook',
  classifier: 'refused by the auto review',
}

const REFUSED_ZH: Partial<Readonly<Record<Approver, string>>> = {
  person: '被你拒绝',
  rule: '被规则拒绝',
  hook: '被钩子拒绝',
  classifier: '被自动审查拒绝',
}

const withRule = (text: string | undefined, rule: string | undefined): string =>
  [text ?? '', rule ?? ''].filter(part => part !== '').join(' ')

/** Tools whose input alone does not say what they did. */
const DEEDS_EN: Readonly<Record<string, string>> = {
  Agent: 'agent:',
  Task: 'agent:',
  AskUserQuestion: 'asked you:',
  Brief: 'told you:',
  Config: 'setting',
  CronCreate: 'added a schedule:',
  CronDelete: 'removed schedule',
  CronList: 'listed schedules',
  CtxInspect: 'looked at the context',
  DiscoverSkills: 'looked for skills:',
  EnterPlanMode: 'switched to plan mode',
  EnterWorktree: 'entered worktree',
  ExitPlanMode: 'asked for approval of the plan',
  ExitWorktree: 'left the worktree',
  Glob: 'looked for files:',
  Grep: 'searched for',
  ListAgents: 'listed agents',
  PushNotification: 'notified you:',
  Recall: 'searched the conversation:',
  ScheduleWakeup: 'set a time to continue:',
  SendMessage: 'message to',
  SendUserFile: 'sent you a file:',
  Skill: 'used skill',
  Sleep: 'waited',
  Snip: 'dropped old results from the context',
  StructuredOutput: 'gave its result',
  TaskCreate: 'added task:',
  TaskGet: 'looked at a task:',
  TaskList: 'listed tasks',
  TaskOutput: 'looked at the output of a task:',
  TaskStop: 'stopped a task:',
  TaskUpdate: 'changed a task:',
  TeamCreate: 'created team:',
  TeamDelete: 'deleted the team',
  TodoWrite: 'changed its to-do list:',
  ToolSearch: 'looked for tools:',
  Workflow: 'ran workflow',
}

const DEEDS_ZH: Readonly<Record<string, string>> = {
  Agent: '智能体：',
  Task: '智能体：',
  AskUserQuestion: '向你提问：',
  Brief: '告知你：',
  Config: '设置',
  CronCreate: '添加定时任务：',
  CronDelete: '删除定时任务',
  CronList: '列出定时任务',
  CtxInspect: '查看上下文',
  DiscoverSkills: '查找技能：',
  EnterPlanMode: '进入规划模式',
  EnterWorktree: '进入工作树',
  ExitPlanMode: '请求批准计划',
  ExitWorktree: '离开工作树',
  Glob: '查找文件：',
  Grep: '搜索',
  ListAgents: '列出智能体',
  PushNotification: '通知你：',
  Recall: '搜索对话：',
  ScheduleWakeup: '设定继续的时间：',
  SendMessage: '发消息给',
  SendUserFile: '向你发送文件：',
  Skill: '使用技能',
  Sleep: '等待',
  Snip: '从上下文移除旧结果',
  StructuredOutput: '给出结果',
  TaskCreate: '添加任务：',
  TaskGet: '查看任务：',
  TaskList: '列出任务',
  TaskOutput: '查看任务输出：',
  TaskStop: '停止任务：',
  TaskUpdate: '修改任务：',
  TeamCreate: '创建团队：',
  TeamDelete: '删除团队',
  TodoWrite: '修改待办列表：',
  ToolSearch: '查找工具：',
  Workflow: '运行工作流',
}

const OUTCOMES_ZH: readonly (readonly [RegExp, string])[] = [
  [/^exit (\d+)$/, '退出码 $1'],
  [/^status (\d+)$/, '状态码 $1'],
  [/^in the background$/, '在后台'],
  [/^ended early$/, '提前结束'],
  [/^interrupted$/, '已中断'],
  [/^refused$/, '被拒绝'],
  [/^failed$/, '失败'],
  [/^done$/, '完成'],
  [/^created$/, '已创建'],
  [/^changed$/, '已修改'],
  [/^created by a command$/, '由命令创建'],
  [/^changed by a command$/, '由命令修改'],
  [/^deleted by a command$/, '由命令删除'],
  [/^delivered$/, '已送达'],
  [/^held$/, '已保留'],
  [/^removed$/, '已移除'],
  [/^late$/, '本次运行未及读取'],
  [/^main\b/, '主对话'],
  [/^agent\b/, '智能体'],
  [/^side\b/, '后台请求'],
  [/^compaction\b/, '压缩'],
  [/, at least$/, '，至少'],
]

export const LEDGER_WORDS: Readonly<Record<'en' | 'zh', LedgerWords>> = {
  en: {
    nothing: 'Nothing was run, read, written, fetched or spent.',
    head: turn => `turn ${turn}`,
    total: (rows, usd) => `${rows} ${rows === 1 ? 'row' : 'rows'}, ${usd}`,
    unpriced: calls => `, and ${calls} ${calls === 1 ? 'call' : 'calls'} without a known price`,
    noPrice: 'price unknown',
    agent: id => `agent ${id}`,
    approved: (by, rule) => withRule(APPROVED_EN[by], rule),
    refused: (by, rule) => withRule(REFUSED_EN[by] ?? 'refused by the permission checks', rule),
    outcome: text => (text === 'late' ? 'too late for this run' : text),
    received: (from, text) => `from session ${from}: ${text}`,
    deeds: DEEDS_EN,
  },
  zh: {
    nothing: '没有运行、读取、写入、抓取或花费任何内容。',
    head: turn => `第 ${turn} 轮`,
    total: (rows, usd) => `${rows} 行，${usd}`,
    unpriced: calls => `，另有 ${calls} 次调用价格未知`,
    noPrice: '价格未知',
    agent: id => `智能体 ${id}`,
    approved: (by, rule) => withRule(APPROVED_ZH[by], rule),
    refused: (by, rule) => withRule(REFUSED_ZH[by] ?? '被权限检查拒绝', rule),
    outcome: text => OUTCOMES_ZH.reduce((said, [pattern, zh]) => said.replace(pattern, zh), text),
    received: (from, text) => `来自会话 ${from}：${text}`,
    deeds: DEEDS_ZH,
  },
}
