import type { DecisionReasonType } from '../../../protocol/context.ts'
import { shortCount } from '../state/short-count.ts'
import type { Words } from './en.ts'

const ABOUT = {
  create: '创建文件',
  write: '修改文件',
  read: '读取文件',
  search: '在目录中搜索',
  network: '获取网页',
  'web-search': '搜索网络',
} as const

const REASONS: Readonly<Record<DecisionReasonType, string>> = {
  rule: '有规则要求询问',
  mode: '当前模式下需要确认',
  hook: '有钩子要求询问',
  workingDir: '路径不在可以直接使用的范围内',
  safetyCheck: '涉及受保护的内容',
  subcommandResults: '没有规则允许这条命令',
  sandboxOverride: '命令要求离开沙箱',
  classifier: '审查者没有放行',
  other: '需要你的许可',
}

const NO_RULE: readonly (readonly [RegExp, string])[] = [
  [/^which program it starts is not certain$/, '无法确定它会启动哪个程序'],
  [/^it sets variables that change what a program does$/, '它设置的变量会改变程序的行为'],
  [/^its words are not known before it runs$/, '它的参数在运行前无法得知'],
  [/^the server says that this tool destroys things$/, '服务器声明此工具会造成破坏'],
  [/^xargs adds words to it that are not in the text$/, 'xargs 会附加命令中没有的参数'],
  [
    /^(.+) runs whatever it is given, so a rule for it would allow anything$/s,
    '$1 会运行交给它的任何内容，为它设规则等于全部允许',
  ],
  [/^(.+) may hold secrets, which is worth a question each time$/s, '$1 可能含有密钥，每次都应询问'],
  [/^options before the subcommand change what git runs$/, '子命令之前的选项会改变 git 运行的内容'],
  [/^no rule could be shown that covers just this$/, '没有恰好只覆盖它的规则'],
]

/** Of a reason nobody translated, only that there is none. */
const noRuleZh = (why: string): string => {
  const [pattern, text] = NO_RULE.find(([each]) => each.test(why)) ?? []
  return pattern && text !== undefined ? why.replace(pattern, text) : '不适合设为规则'
}

export const zh: Words = {
  language: 'zh',

  signInTitle: '登录',
  signInText: '此浏览器尚未登录 Capstan。请在运行 Capstan 的机器上获取新链接：',
  signInThen: '在此浏览器中打开输出的链接。每个链接只能使用一次。',
  connecting: '正在连接……',
  lost: '连接已断开，正在重新连接……',
  closed: '此会话已关闭。',
  reopen: '重新打开',
  retryNow: '立即重试',
  offline: '无法连接服务器。',
  cannotOpen: '无法打开此会话',
  openCopy: '打开副本',
  takeOver: '接管',
  attachBy: '要连接到该会话，请在终端运行：',
  attachShared: '要连接到该会话，请先在那个终端输入 /remote-control，再在终端运行：',

  sessions: '会话',
  skip: '跳到输入框',
  allSessions: '全部会话',
  searchSessions: '搜索会话',
  newSession: '新建会话',
  noSessions: '还没有会话，请在上方新建。',
  noMatch: '没有匹配项',
  noneOpen: '选择一个会话，或新建一个。',
  untitled: '未命名',
  open: '已打开',
  earlier: '更早',
  works: '工作中',
  waits: '等待你回答',
  idle: '空闲',
  elsewhere: '已在其他程序中打开',
  folder: '文件夹',
  folderHint: '运行 Capstan 的机器上的完整路径。',
  start: '开始',
  cancel: '取消',
  close: '关闭',
  rename: '重命名会话',
  renamePrompt: '新名称',
  closeSession: '关闭会话',
  exportSession: '导出会话',
  exported: name => `已保存为 ${name}，其中不含密钥。分享前请先检查。`,
  deleteSession: '删除会话',
  deleteTitle: '删除此会话？',
  deleteText: '对话及其文件历史、智能体和任务都会被删除，项目中的文件保持不变。此操作无法撤销。',
  deleteIt: '删除',
  deleted: '会话已删除。',
  noDelete: '此服务器不允许从浏览器删除会话。请用 --allow-settings 启动它，或在它的机器上运行：',
  startIn: folder => `在 ${folder} 中新建会话`,
  newLink: '在其他设备上登录',
  newLinkText: '在其他设备上打开此链接。十分钟内有效，只能使用一次。',
  copy: '复制',
  copied: '已复制',
  following: count => `${count} 个屏幕正在查看此会话`,
  ago: ms => {
    const minutes = Math.floor(ms / 60_000)
    if (minutes < 1) return '刚刚'
    if (minutes < 60) return `${minutes} 分钟前`
    const hours = Math.floor(minutes / 60)
    return hours < 24 ? `${hours} 小时前` : `${Math.floor(hours / 24)} 天前`
  },

  transcript: '对话',
  you: '你',
  task: '任务说明',
  by: name => `你 · ${name}`,
  thinking: '思考中',
  thought: '思考过程',
  showMore: '展开',
  showLess: '收起',
  lines: count => `${count} 行`,
  picture: '图片',
  attachments: count => `${count} 个附件`,
  compacted: '对话已压缩',
  interrupted: '已中断。此前的更改已保留。',
  programStopped: '程序在这一轮完成前停止了。此前的更改已保留。',
  toTop: '回到开头',
  toBottom: '跳到末尾',
  loadingOlder: '正在加载更早的消息……',
  copyCode: '复制代码',
  empty: '今天做点什么？',
  states: {
    waiting: '排队中',
    running: '运行中',
    done: '完成',
    failed: '失败',
    denied: '已拒绝',
    stopped: '已中断',
    background: '已转入后台',
  },
  approved: said => `你已批准：${said}`,
  declined: said => (said === '' ? '你已拒绝。' : `你已拒绝：${said}`),
  noOutput: '（无输出）',
  exitCode: code => `退出码 ${code}`,
  added: count => `新增 ${count} 行`,
  removed: count => `删除 ${count} 行`,
  levels: { info: '提示', notice: '提示', suggestion: '建议', warning: '警告', error: '错误' },

  busy: '工作中……',
  compacting: '正在压缩……',
  retrying: (seconds, why) => `${seconds} 秒后重试 — ${why}`,
  why: kind =>
    ({ rate_limit: '请求过于频繁', overloaded: '服务器过载', network: '无法连接' })[kind] ?? '服务器错误',

  find: '在对话中查找',
  found: (at, of) => (of === 0 ? '没有匹配项' : `第 ${at} 项，共 ${of} 项`),
  findNext: '下一个',
  findBefore: '上一个',

  prompt: '消息',
  promptHint: '输入消息，/ 使用命令，@ 引用文件',
  send: '发送',
  stop: '停止',
  queueIt: '排队',
  queued: '已排队',
  takeBack: '编辑',
  attach: '添加图片',
  removeImage: number => `移除图片 ${number}`,
  tooLarge: name => `${name} 太大（最大 5 MB）。`,
  notImage: name => `${name} 不是图片（PNG、JPEG、GIF 或 WebP）。`,
  suggestions: '建议',
  enterSends: 'Enter 发送 · Shift-Enter 换行',
  mode: '权限模式',
  model: '模型',
  modes: {
    default: '先询问',
    acceptEdits: '接受编辑',
    plan: '规划模式',
    auto: '自动',
    dontAsk: '不询问',
    bypassPermissions: '不检查权限',
  },
  terminalOnly: command => `${command} 只能在终端中使用。`,
  noShell: '此处不能运行 shell 命令。启动服务器时加上 --allow-shell 即可使用。',

  questions: '需要你回答',
  needsYou: 'Capstan 需要你的回答',
  moreQuestions: count => `还有 ${count} 个在等待`,
  answeredElsewhere: '已在其他屏幕上回答。',
  yes: '是',
  no: '否，并停止',
  justNo: '否',
  instead: '否，并告诉 Capstan 该怎么做',
  yesWithNote: '是，并附上说明…',
  addNote: '附上说明…',
  notePlaceholder: '给 Capstan 的说明',
  insteadPlaceholder: '应该怎么做',
  alwaysRule: rule => `是，以后不再询问 ${rule}`,
  alwaysSite: host => `是，并且始终允许此网站（${host}）`,
  alwaysMode: mode => (mode === 'acceptEdits' ? '是，之后自动接受所有编辑' : `是，并切换到 ${mode} 模式`),
  alwaysDirectory: directory => `是，并将 ${directory} 添加为工作目录`,
  sameProject: '是，本项目中不再询问',
  sameUser: '是，所有项目都不再询问',
  forSession: '仅限本次会话',
  savedIn: (file, where) => `${where}：${file}`,
  whereUser: '所有项目',
  whereProject: '本项目的所有人',
  whereLocal: '本项目中仅限你',
  onlyYou: '仅限你',
  askedAbout: about => {
    switch (about.kind) {
      case 'shell':
        return about.unsandboxed ? '在沙箱之外运行命令' : '运行命令'
      case 'mcp':
        return `使用服务器 ${about.server} 的 ${about.tool}`
      case 'agent':
        return `启动智能体 ${about.name}`
      case 'agents':
        return `同时启动 ${about.count} 个智能体？`
      case 'skill':
        return `使用技能 ${about.name}`
      case 'server':
        return `启动 MCP 服务器 ${about.name}？`
      case 'page':
        return `为 ${about.name}（MCP）打开网页？`
      case 'schedule':
        return `按计划（${about.name}）运行这条提示？`
      case 'tool':
        return `使用 ${about.name}`
      default:
        return ABOUT[about.kind]
    }
  },
  agentAsks: (agent, title) => `${agent} 请求：${title}`,
  dangers: {
    runs_download: '这会运行它下载的、未经查看的程序。',
    private_key: '这会读取私钥。',
    deletes_tree: '这会删除目录及其中的所有内容。',
    as_root: '这会以管理员权限运行。',
    loses_work: '这会丢弃尚未提交的更改。',
    destructive_tool: '服务器声明此工具会造成破坏。',
    rewrites_remote: '这会覆盖远程仓库的内容。',
    secrets: '这会读取可能含有密码或令牌的文件。',
    protected: '这会更改决定之后运行什么的设置。',
  },
  modelSays: '模型：',
  serverSays: server => `${server} 的说明：`,
  inBackground: '在后台运行。',
  whyAsked: '询问原因：',
  noRule: why => `没有“不再询问”：${noRuleZh(why)}。`,
  reason: ({ type, text, rule }) =>
    rule ? `符合 ${rule.behavior} 规则 ${rule.text}（${rule.source}）` : `${REASONS[type]}（${text}）`,
  cutDiff: '改动过长，此处无法全部显示，因此只能批准一次。',
  blanks: {
    spaces: count => `··· ${count} 个空格 ···`,
    lines: count => `··· ${count} 个空行 ···`,
    hidden: count => `··· ${count} 个不可见字符 ···`,
  },
  planTitle: '批准这个计划吗？',
  planEdits: '是，并接受编辑',
  planEditsDetail: '不再询问',
  planAsk: '是，每次编辑前询问',
  planAfresh: '是，清空上下文并接受编辑',
  planAfreshDetail: '从计划重新开始',
  planBack: mode => `是，回到 ${mode} 模式`,
  planBegin: plan => `执行这份我已批准的计划：\n\n${plan}`,
  planNo: '否，继续规划',
  planNoDetail: '说明要改什么',
  planNoPlaceholder: '计划需要怎么改；留空则只是停下',
  planPrompts: '它还请求以下权限：',
  questionsTitle: '有几个问题想问你',
  other: '其他',
  otherPlaceholder: '输入你的回答',
  answerAll: '发送回答',
  skipQuestions: '跳过',

  agents: '智能体',
  tasks: '任务',
  details: '费用和上下文',
  assistantMode: '助理模式',
  assistantNext: time => `下次查看 ${time}`,
  assistantPaused: '已暂停',
  assistantUsed: (used, of) => `今日 ${used} / ${of}`,
  assistantBegin: '开启助理模式',
  assistantEnd: '关闭助理模式',
  changes: '更改的文件',
  noChanges: '此会话没有更改文件。',
  fileStatus: { added: '新建', changed: '修改', deleted: '删除' },
  binary: '二进制文件，没有可以比较的文本。',
  cutChanges: '其余的更改太长，无法显示。',
  rewind: '回退',
  menu: '更多',
  menuOf: title => `“${title}”的更多操作`,
  noAgents: '此会话没有智能体。',
  noTasks: '没有后台任务。',
  openTranscript: '打开对话记录',
  stopAgent: '停止',
  tellAgent: '对它说些什么',
  tell: '发送',
  agentStatus: { running: '运行中', idle: '空闲', completed: '已完成', failed: '失败', stopped: '已停止' },
  toolUses: count => `调用工具 ${count} 次`,
  tokens: count => `${shortCount(count)} token`,
  cost: '费用',
  estimate: '至少',
  unpriced: models => `${models} 的价格未知。`,
  context: '上下文',
  contextUse: share => `上下文已用 ${share}%`,
  todos: '待办列表',
  kinds: {
    system: '系统提示',
    tools: '工具',
    instructions: '指令',
    memory: '记忆',
    summary: '摘要',
    user: '你的消息',
    assistant: '回复',
    tool_result: '工具结果',
    attachment: '附件',
  },
  compactNow: '立即压缩',
  rewindText: '选择一条消息，对话会回到它之前。',
  rewindTo: '回退到这条消息之前',
  noPrompts: '还没有可以回退的内容。',
  preview: '回退到此消息之前：',
  both: '恢复对话和文件',
  conversationOnly: '恢复对话',
  filesOnly: '恢复文件',
  force: '全部恢复，覆盖其他改动',
  leaves: count => `你的 ${count} 条消息及其后的内容将被隐藏。`,
  filesSame: '没有文件会改变。',
  filesChange: count => `${count} 个文件将改变：`,
  actions: { restore: '恢复', recreate: '重新创建', delete: '删除' },
  kept: (path, why) => `${path} 保持不变：${why}`,
  undoesCompaction: '这会撤销压缩。',
  back: '返回',
}
