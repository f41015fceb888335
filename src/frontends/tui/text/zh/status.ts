import type { Effort } from '../../../../protocol/model.ts'
import type { PermissionMode } from '../../../../protocol/permission.ts'
import type { RunningWork } from '../../state/running-work.ts'
import type { statusEn } from '../en/status.ts'

const spell = (seconds: number): string =>
  seconds < 60
    ? `${seconds} 秒`
    : seconds < 3600
      ? `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`
      : `${Math.floor(seconds / 3600)} 小时 ${Math.floor((seconds % 3600) / 60)} 分`

/** As the list of efforts calls them. */
export const EFFORTS_ZH: Readonly<Record<string, string>> & Record<Effort, string> = {
  low: '低',
  medium: '中',
  high: '高',
  xhigh: '很高',
  max: '最高',
}

const counts = ({ agents, commands, others }: RunningWork): string =>
  [
    ...(agents === 0 ? [] : [`${agents} 个智能体`]),
    ...(commands === 0 ? [] : [`${commands} 个命令`]),
    ...(others === 0 ? [] : [`${others} 个任务`]),
  ].join(' · ')

const AGAIN = {
  exit: '退出',
  clear: '清空',
  rewind: '回退到之前的消息',
  stop_agents: '停止所有后台智能体',
}

/** One name for each permission mode; the page and the catalogue have the same. */
export const MODES_ZH: Readonly<Record<string, string>> & Record<PermissionMode, string> = {
  default: '先询问',
  acceptEdits: '自动接受编辑',
  plan: '规划',
  auto: '自动',
  dontAsk: '不询问',
  bypassPermissions: '不检查权限',
}

export const statusZh: typeof statusEn = {
  duration: spell,
  requesting: '等待模型回复',
  recording: (seconds, ends) =>
    `正在录音 ${spell(seconds)} · ${ends === 'release' ? '松开按键结束' : '再按一次或 Enter 结束'} · Esc 放弃`,
  transcribing: '正在将语音转为文字 · Esc 放弃',
  thinking: '思考中',
  fast: '快速',
  effort: level => `思考强度${EFFORTS_ZH[level] ?? level}`,
  responding: '回答中',
  calling: '正在准备工具调用',
  deciding: '正在检查权限',
  checkingGoal: '正在检查目标',
  finishing: '即将完成',
  compacting: '正在压缩对话',
  waiting: '等待你的回答',
  interrupting: '正在停止',
  running: what => `正在运行 ${what}`,
  runningSkill: name => `正在运行技能 ${name}`,
  reading: path => `正在读取 ${path}`,
  editing: path => `正在编辑 ${path}`,
  writing: path => `正在写入 ${path}`,
  searching: pattern => `正在搜索 ${pattern}`,
  fetching: host => `正在获取 ${host}`,
  retrying: (seconds, attempt, of) =>
    `${seconds < 1 ? '正在重试' : `${seconds} 秒后重试`}（第 ${attempt}/${of} 次）`,
  limitWait: (time, left) => `用量已达上限：${time} 继续（还有 ${left}）`,
  retryCause: kind =>
    ({
      overloaded: '模型过载',
      rate_limit: '达到速率限制',
      network: '无法连接',
      stream_broken: '连接中断',
      server_error: '服务器出错',
    })[kind] ?? '请求失败',
  stalled: seconds => `已有 ${spell(seconds)}没有收到数据`,
  tokens: count => `↓ ${count} token`,
  stopHint: 'Esc 停止',
  interruptHint: 'Ctrl-C 停止',
  assistant: '助理模式',
  assistantShort: '助理',
  assistantNext: time => `下次 ${time}`,
  assistantPaused: '已暂停',
  assistantUsed: (used, of) => `今日 ${used} / ${of}`,
  coordinator: '协调模式',
  editorSelected: (lines, file) => `已选中 ${file} 的 ${lines} 行`,
  editorConnecting: name => `正在连接 ${name}`,
  editorLost: name => `${name} 已断开`,
  editorKept: name => `${name}，不发送选中内容`,
  key: name => `密钥 ${name}`,
  profile: name => `配置档 ${name}`,
  goal: (checks, of) => `目标，检查 ${checks}/${of}`,
  loops: count => (count === 1 ? '循环' : `${count} 个循环`),
  remote: watchers => (watchers === 0 ? '远程控制' : `${watchers} 人在看`),
  schedules: count => `${count} 个定时任务`,
  backgroundHint: 'Ctrl-B 转入后台',
  tip: text => `提示：${text}`,
  tips: [
    'Ctrl-O 查看全部内容',
    '/diff 查看改动',
    'Enter 可先排队下一条',
    'Shift-Tab 切换权限模式',
    'Esc Esc 回退',
    '@ 引用文件',
    '! 运行你的命令',
    'Ctrl-G 打开编辑器',
    'Ctrl-T 显示待办',
  ],
  queued: '排队中',
  queuedStep: '排队中：下一步时发送',
  queuedEnd: '排队中：完成后发送',
  editQueued: '按 ↑ 编辑',
  moreQueued: count => `还有 ${count} 条`,
  modeDefault: MODES_ZH.default,
  modeAcceptEdits: MODES_ZH.acceptEdits,
  modePlan: `${MODES_ZH.plan}模式`,
  modeAuto: `${MODES_ZH.auto}模式`,
  modeDontAsk: MODES_ZH.dontAsk,
  modeBypass: MODES_ZH.bypassPermissions,
  cycleHint: 'Shift-Tab',
  contextLeft: percent => `上下文剩余 ${percent}%`,
  contextShort: percent => `剩余 ${percent}%`,
  compactSoon: '即将自动压缩',
  compactYourself: '可用 /compact 腾出空间',
  cost: amount => amount,
  atLeast: '≥',
  estimated: '估计',
  work: work => `${counts(work)}（↓ 查看）`,
  workPointed: work => `${counts(work)}（Enter 查看）`,
  linkPointed: label => `${label}（Enter 打开）`,
  shortcuts: '? 帮助',
  again: (key, what) => `再按一次 ${key} ${AGAIN[what]}`,
  starting: '启动中',
  titleIdle: 'capstan',
  notifyDone: 'Capstan 已完成',
  notifyAsks: 'Capstan 有问题要问',
  stoppedAtExit: tasks => `已停止 ${tasks.length} 个后台任务：${tasks.join('、')}`,
  goOnLater: (command: string) => `恢复会话：${command}`,
}
