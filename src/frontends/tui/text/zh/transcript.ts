import { money } from '../amounts.ts'
import type { transcriptEn } from '../en/transcript.ts'

const duration = (ms: number): string => {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} 秒`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`
  return `${Math.floor(seconds / 3_600)} 小时 ${Math.floor((seconds % 3_600) / 60)} 分`
}

const BUDGETS: Readonly<Record<'run' | 'session' | 'day' | 'project', string>> = {
  run: '本次运行',
  session: '本会话',
  day: '今天',
  project: '本项目',
}

export const transcriptZh: typeof transcriptEn = {
  image: alt => (alt === '' ? '[图片]' : `[图片：${alt}]`),
  code: language => (language === '' ? '代码：' : `代码（${language}）：`),
  file: '文件',
  moreLines: number => `… 还有 ${number} 行`,
  hiddenLines: number => `… 已折叠 ${number} 行，按 Ctrl-O 查看全部`,
  moreCharacters: number => `[… 还有 ${number} 个字符 …]`,
  hiddenCharacters: number => `[… 已折叠 ${number} 个字符，按 Ctrl-O 查看更多 …]`,
  linesAbove: number => `… 上方还有 ${number} 行`,

  duration,
  tokens: number => (number < 1_000 ? `${number} 个 token` : `${(number / 1_000).toFixed(1)}k token`),
  lines: number => `${number} 行`,
  files: number => `${number} 个文件`,
  linesInFiles: (lines, files) => `${files} 个文件，共 ${lines} 行`,
  pages: number => `${number} 页`,
  cells: number => `${number} 个单元格`,
  results: number => `${number} 条结果`,
  toolUses: number => `调用工具 ${number} 次`,
  bytes: number =>
    number < 1_024
      ? `${number} 字节`
      : number < 1_048_576
        ? `${(number / 1_024).toFixed(1)} KB`
        : `${(number / 1_048_576).toFixed(1)} MB`,

  you: '你：',
  assistant: 'Capstan：',
  attachments: number => `[${number} 个附件]`,
  mention: ({ name, what, count = 0 }) => {
    switch (what) {
      case 'lines':
        return `已附上 ${name}（${count} 行）`
      case 'cells':
        return `已附上 ${name}（${count} 个单元格）`
      case 'pages':
        return `已附上 ${name}（${count} 页）`
      case 'picture':
        return `已附上 ${name}（图片）`
      case 'entries':
        return `已附上 ${name}（${count} 项）`
      case 'unchanged':
        return `${name} 已在对话中`
      case 'denied':
        return `未附上 ${name}：权限规则禁止读取`
      case 'failed':
        return `未附上 ${name}：无法作为文本或图片读取`
      case 'tooMuch':
        return `未附上 ${name}：内容总量过大，模型可自行读取`
      case 'session':
        return `${name}：你的另一个会话`
      case 'selected':
        return `编辑器中选中：${name}，${count} 行`
      case 'open':
        return `编辑器中打开：${name}`
    }
  },
  thinking: '思考中…',
  thought: ms => (ms === undefined ? '思考过程' : `思考了 ${duration(ms)}`),
  unfold: '按 Ctrl-O 查看',
  noticeLevels: {
    info: '提示：',
    notice: '提示：',
    suggestion: '建议：',
    warning: '警告：',
    error: '错误：',
  },
  dropped: '（上面的回复被截断，已丢弃。）',
  spent: ({ ms, usd }) =>
    [ms === undefined ? [] : `用时 ${duration(ms)}`, usd === undefined ? [] : `花费 ${money(usd)}`]
      .flat()
      .join(' · '),
  interrupted: '已中断。已有的更改会保留。',
  programStopped: '程序在这一轮完成前停止了。已有的更改会保留。',
  maxTurns: limit => `已在 ${limit} 轮后停止。`,
  budgetReached: ({ scope, limit, spent }) =>
    `已停止：${BUDGETS[scope]}的预算 ${money(limit)} 已用完（已花费 ${money(spent)}）。已有的更改会保留。\n要继续：/budget 5 暂时再允许 $5${scope === 'run' ? '' : `；长期调整请修改设置中的 "budgets.${scope}.hard"`}。`,
  branch: '已切换到另一个分支',
  earlierItems: number => `… 之前还有 ${number} 条，按 Ctrl-O 查看`,
  beforeCompaction: '… 更早的对话已压缩，按 Ctrl-O 查看',
  noOutput: '没有输出',
  exitCode: code => `退出码 ${code}`,
  endedBy: signal => `被 ${signal} 终止`,
  timedOut: ms => `超过 ${duration(ms)}，已停止`,

  failures: {
    unread: () => '模型还没有读过文件的这一部分',
    changed: () => '模型读过之后，文件已改变',
    notFound: () => '文件中没有要替换的文本',
    ambiguous: count => `要替换的文本出现了 ${count} 次`,
    same: () => '无需更改：新旧文本相同',
    exists: () => '文件已存在',
    input: () => '模型给出的参数无效',
    unknownTool: name => `没有名为 ${name} 的工具`,
    secret: () => '模型用了已遮盖密钥的占位符',
    noPlan: () => '模型还没有写出计划，已要求它先写',
    planOnly: () => '规划模式不允许修改文件',
    planMode: () => '当前权限模式下无法这样做',
    noAnswer: () => '没有人回答',
    noRoom: () => '后台任务过多',
  },
  states: {
    arriving: '接收中',
    queued: '排队中',
    waiting: '等待中',
    running: '运行中',
    done: '完成',
    failed: '失败',
    denied: '已拒绝',
    interrupted: '已中断',
    background: '已转入后台',
  },
  approved: said => `你已批准：${said}`,
  declined: said => (said === '' ? '你已拒绝' : `你已拒绝：${said}`),
  inBackground: id => (id === '' ? '已转入后台' : `已转入后台，编号 ${id}`),

  created: lines => `已创建，${lines} 行`,
  changed: (added, removed) => `新增 ${added} 行，删除 ${removed} 行`,
  unchanged: '读取后没有变化',
  picture: size => (size === '' ? '图片' : `图片，${size}`),
  nothingFound: '没有找到',
  searchedIn: (pattern, place) => `在 ${place} 中搜索 ${pattern}`,
  fetched: (status, size) => `状态 ${status}，${size}`,
  todoDone: '已完成',
  todoPending: '待办',
  todoActive: '进行中',
  moreTodos: number => `… 还有 ${number} 项`,
  noAnswer: '没有回答',
  earlierCalls: number => `… 之前还有 ${number} 次调用`,

  agentThinks: '思考中',
  agentWaits: '等待你的回答',
  agentIdle: '空闲',
  agentStates: { completed: '完成', stopped: '已停止', failed: '失败' },
  moreAgents: number => `还有 ${number} 个`,
  agentsAtWork: (number, done) => `${number} 个智能体${done === 0 ? '' : ` · ${done} 个已完成`}`,
  workflowName: name => `工作流 ${name}`,
  stepsDone: (done, all) => `${done}/${all} 步`,
  agentEndings: { done: '完成', stopped: '提前停止', failed: '失败' },
  agentEnded: (name, facts) => `${name}：${facts.join('，')}`,

  groupRead: number => `读取 ${number} 个文件`,
  groupSearched: number => `搜索 ${number} 次`,
  groupRan: number => `运行 ${number} 条只读命令`,
  groupAsked: number => `调用 ${number} 次只读 MCP 工具`,
  groupThought: ms => `思考 ${duration(ms)}`,
  groupParts: parts => parts.join('，'),

  exportUser: '用户',
  exportAssistant: '助手',
  exportTool: name => `工具：${name}`,
}
