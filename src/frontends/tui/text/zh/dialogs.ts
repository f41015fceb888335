import type { dialogsEn } from '../en/dialogs.ts'
import { signInZh } from './sign-in.ts'
import { MODES_ZH } from './status.ts'

const ABOUT = {
  create: '创建文件',
  write: '修改文件',
  read: '读取文件',
  search: '在目录中搜索',
  network: '获取网页',
  'web-search': '搜索网络',
} as const

export const dialogsZh: typeof dialogsEn = {
  typeToFilter: '输入以筛选',
  notFound: '未找到',
  pageHint: 'PgUp/PgDn',
  scrollHint: '↑↓ 滚动 · / 查找 · Esc 返回',
  fieldHint: 'Enter 发送 · Esc 返回',

  yes: '是',
  no: '否，并停止',
  justNo: '否',
  instead: '否，并告诉 Capstan 该怎么做',
  keepTried: '保留这些改动',
  discardTried: '丢弃，并停止',
  runTried: '是，在你的文件上运行',
  runForReal: '改为在你的文件上运行',
  inTerminal: '是，在你可以输入的终端中运行',
  divide: '选择要做哪些部分的修改',
  hunkHint: key =>
    ['Enter 保留或去掉', ...(key === undefined ? [] : [`${key} 编辑`]), 'Esc 返回'].join(' · '),
  hunkAt: line => `第 ${line} 行`,
  hunkChanged: '你改过',
  takeHunks: (made, all) => (made === all ? '全部修改' : `修改 ${all} 处中的 ${made} 处`),
  noHunks: '没有要做的修改了：按 Esc 返回。',
  yesLabel: '是，并且：',
  yesPlaceholder: '附言',
  insteadLabel: '否：',
  insteadPlaceholder: '应该怎么做',
  alwaysRule: rule => `是，以后不再询问 ${rule}`,
  alwaysSite: host => `是，并且始终允许此网站（${host}）`,
  alwaysMode: mode =>
    mode === 'acceptEdits' ? '是，之后自动接受所有编辑' : `是，并切换到${MODES_ZH[mode] ?? mode}模式`,
  alwaysDirectory: directory => `是，并将 ${directory} 添加为工作目录`,
  sameProject: '是，本项目中不再询问',
  sameUser: '是，所有项目都不再询问',
  forSession: '仅限本次会话',
  forScript: '此脚本的其余部分',
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
      case 'message':
        return `向你的会话 ${about.name} 发送消息？`
      case 'schedule':
        return `按计划（${about.name}）运行这条提示词？`
      case 'application':
        return about.name === 'screen' ? '查看你的屏幕' : `在本次会话中使用桌面上的 ${about.name}`
      case 'browser':
        return `在本次会话中用浏览器访问 ${about.name}`
      case 'tool':
        return `使用 ${about.name}`
      default:
        return ABOUT[about.kind]
    }
  },
  agentAsks: (agent, title) => (title === '' ? `${agent} 请求` : `${agent} 请求：${title}`),
  dangers: {
    runs_download: '这会直接运行刚下载、未经检查的程序。',
    private_key: '这会读取私钥。',
    deletes_tree: '这会删除目录及其中的所有内容。',
    as_root: '这会以管理员权限运行。',
    loses_work: '这会丢弃尚未提交的更改。',
    destructive_tool: '服务器声明此工具会造成破坏。',
    rewrites_remote: '这会覆盖远程仓库的内容。',
    secrets: '这会读取可能含有密码或令牌的文件。',
    protected: '这会修改影响后续命令的配置。',
  },
  modelSays: '模型：',
  workflowSays: '工作流：',
  scriptAsks: (call: number, before: number) =>
    before === 0 ? `脚本的第 ${call} 次调用` : `脚本的第 ${call} 次调用，之前已有 ${before} 次同类调用`,
  goalCheck: '该命令用于检查目标是否达成。',
  ruleCheck: '该命令用于检查说明文件中的一条规则。',
  serverSays: server => `${server} 的说明：`,
  inBackground: '在后台运行。',
  inEditor: name => `也已在 ${name} 中打开：可在那里接受、修改或拒绝。`,
  why: '询问原因：',
  noRule: why => `没有“不再询问”：${why}。`,
  cutDiff: '改动过长，此处无法全部显示。',
  blanks: {
    spaces: count => `··· ${count} 个空格 ···`,
    lines: count => `··· ${count} 个空行 ···`,
    hidden: count => `··· ${count} 个不可见字符 ···`,
  },
  notAllFits: (shown, all, key) => `此处只显示 ${all} 行中的 ${shown} 行；${key} 查看全部。`,
  onlyOnce: '未完整显示的内容只能批准一次。',
  debug: {
    call: '调用：',
    mode: '模式：',
    decision: '判定：',
    rule: '规则：',
    path: '路径：',
    undecided: '询问的命令：',
    hardened: '按名称允许：',
    leads: '实际指向：',
    offers: '可保存的规则：',
    input: '输入：',
  },
  byRule: '依据规则',
  about: '涉及',
  explainHint: '运行“capstan permissions explain”可查看哪些规则会允许或拒绝它。',
  oneOf: count => `第 1 个，共 ${count} 个`,
  hintChoose: 'Enter 选择',
  hintComment: 'Tab 附言',
  hintWhy: 'Ctrl-E 原因',
  hintWhole: key => `${key} 查看全部`,
  hintNo: 'Esc 否',
  hintLeave: 'Esc 退出',
  hintClose: 'Esc 关闭',
  hintBack: 'Esc 返回',
  guardHint: '你正在输入：按键仍进入输入框，停顿后即可回答。',

  planTitle: '批准这个计划吗？',
  planEdits: '是，并自动接受编辑',
  planEditsDetail: '不再询问',
  planAsk: '是，每次编辑前询问',
  planAfresh: '是，清空上下文并自动接受编辑',
  planAfreshDetail: '从计划重新开始',
  planBack: mode => `是，回到${MODES_ZH[mode] ?? mode}模式`,
  planBegin: plan => `执行这份我已批准的计划：\n\n${plan}`,
  planWorktree: '是，在新的工作树中执行并自动接受编辑',
  planNo: '否，继续规划',
  planNoDetail: '说明要改什么',
  planNoLabel: '否：',
  planNoPlaceholder: '计划需要怎么改；留空则只是停下',
  planEdited: '已包含你的修改。',
  planPrompts: '它还请求以下权限：',
  hintEdit: key => `${key} 编辑计划`,
  hintScroll: 'PgUp/PgDn 滚动',
  editing: '计划已在编辑器中打开……',
  editorFailed: why => `编辑器出错：${why}`,
  emptyPlan: '编辑后的计划为空，因此未作更改。',

  questionsTitle: '有几个问题想问你',
  other: '其他',
  otherPlaceholder: '输入你的回答',
  respond: '用自己的话统一回答',
  respondPlaceholder: '想说的话',
  next: '继续',
  review: '发送',
  reviewTitle: '你的回答',
  send: '发送这些回答',
  noAnswer: '未回答',
  someUnanswered: '还有问题没有回答。',
  hintMark: '空格 勾选',
  hintNote: 'Ctrl-A 添加备注',
  noteLabel: '备注：',
  hintTabs: '←→ 切换问题',
  hintDecline: 'Esc 跳过',

  busyTitle: '该会话已在别处打开',
  busyAttach: '连接到该会话',
  busyAttachDetail: '会话留在原处运行，两边都可查看和操作',
  busyShareFirst: '先在那个终端输入 /remote-control，再在此选择“重试”',
  busyCopy: '在副本中继续',
  busyCopyDetail: '新会话，历史相同；原会话不受影响',
  busyTakeOver: '接管',
  busyTakeOverDetail: '对方停止当前操作并关闭该会话',
  busyRetry: '重试',
  damagedTitle: '设置文件已损坏',
  damagedRetry: '重新读取',
  damagedRetryDetail: '请先在其他窗口中修复该文件',
  damagedAccept: '仍然继续',
  damagedAcceptDetail: '仍能读出的拒绝和询问规则会生效，其余规则缺失',
  trustTitle: '是否信任此文件夹？',
  trustWants: '信任之后，以下内容将会生效：',
  trustYes: '是，信任它',
  trustYesDetail: '会被记住；用“capstan trust --revoke”撤销',
  trustOnce: '仅限本次会话',
  trustNo: '否，不信任并继续',
  trustNoDetail: '可以在此工作，但以上内容均不生效',
  trustFailed: why => `无法记住：${why}`,

  ...signInZh,
}
