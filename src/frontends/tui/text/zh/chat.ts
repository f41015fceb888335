import type { chatEn } from '../en/chat.ts'

const PROBLEMS: Readonly<Record<string, (name: string) => string>> = {
  json: name => `不是有效的 JSON（${name}）`,
  shape: name => `“${name}”不是按键绑定列表`,
  context: name => `没有名为“${name}”的上下文`,
  action: name => `没有名为“${name}”的操作`,
  keys: name => `“${name}”不是按键`,
  reserved: name => `${name} 不能绑定：它始终用于停止、退出或发送`,
}

const NOT_HERE = {
  selection: '选择文字由终端自身完成',
}

export const chatZh: typeof chatEn = {
  editorMark: '──── 在此行下方输入 ────',
  greeting: '输入任务或问题，按 Enter 发送。',
  greetingKeys: ['? 帮助', '/ 命令', '@ 文件', '! shell', 'Shift-Tab 权限模式'],
  examples: {
    test: path => `试试“${path} 检查了什么？”`,
    source: path => `试试“解释 ${path} 的工作原理”`,
    text: path => `试试“总结 ${path}”`,
    empty: '试试“写一个按日期重命名照片的脚本”',
  },
  moreRows: count => `还有 ${count} 行`,
  shellHint: 'shell 命令 · Esc 取消',
  terminalLent: program => `终端已交给 ${program} · 连按两次 Ctrl-] 结束它`,
  memoryHint: '要记住的内容 · Esc 取消',
  stashed: '草稿已暂存 · Ctrl-S 取回',
  search: '搜索：',
  searchFailed: '未找到：',
  searchHint: 'Enter 发送 · Esc 采用 · Ctrl-R 更早 · Ctrl-S 较新 · Alt-S 范围 · Ctrl-G 取消',
  thinking: on => (on ? '思考已开启' : '思考已关闭'),
  agentsStopped: count => `已停止 ${count} 个后台智能体`,
  voiceIsOff: '语音输入未开启：用 /voice 开启',
  noAgents: '没有正在运行的后台智能体',
  autoMode: '自动模式：原本要询问你的操作由模型审查（Shift-Tab 退出）',
  searchIn: { project: '', everywhere: '所有项目', session: '本会话' },
  noImage: '剪贴板中没有图片，或没有可读取的程序（wl-paste、xclip、pngpaste）',
  noImageFromAfar:
    '这里拿不到图片：通过 SSH 时，请在 /remote-control 打开的页面中粘贴，或把文件复制过来并用 @ 引用',
  linkOpened: '已在浏览器中打开',
  nothingToCopy: '还没有可复制的回答',
  copied: (characters, by) => `已复制 ${characters} 个字符（${by === 'terminal' ? '由终端' : by}）`,
  colors: choices => `/color 可用的颜色：${choices}`,
  noColor: (name, choices) => `没有颜色“${name}”，可用：${choices}`,
  colorSet: name => `本会话的颜色：${name}`,
  briefOn: '只显示用 Brief 发送的消息。/brief off 显示全部',
  briefOff: '显示全部内容',
  unknownView: name => `没有名为“${name}”的视图设置`,
  keysProblem: ({ place, kind, name, nearest, reason, more }) =>
    `${place}：${reason ? `${name} 在此无效：${NOT_HERE[reason]}` : (PROBLEMS[kind]?.(name) ?? name)}${nearest === undefined ? '' : `，是否指 ${nearest}？`}${more > 0 ? `（另有 ${more} 处）` : ''}`,
  remoteOn: (url, link) =>
    `远程控制已开启：${url}（也可以在另一终端运行 "capstan attach"）。打开此链接登录，只能使用一次：\n${link}\n/remote-control off 可停止。`,
  remoteOff: '远程控制已关闭',
  remoteWasOff: '远程控制没有开启',
  shareNotServed:
    '本会话未从此终端对外提供。请先开启 /remote-control，再使用 /share；服务器上的会话请在其页面点“分享”',
  shareMade: (url, until) =>
    `打开此链接可观看本会话，${until} 前有效，不能进行任何操作：\n${url}\n/share list 查看谁在观看，/share end 停用链接。`,
  shareLine: ({ id, until, watchers, since }) =>
    `${id}  有效期至 ${until}  ${watchers === 0 ? '无人观看' : `${watchers} 人观看，自 ${since} 起`}`,
  shareNone: '本会话没有观看链接',
  shareEnded: count => `已停用 ${count} 个链接`,
  shareUnknown: id => `本会话没有链接“${id}”。用 /share list 查看`,
  demoBegins:
    '演示：一个有缺陷的小商店。模型由脚本扮演；工具、询问、差异和测试都是真的。无需账号，不联网。\n按 Enter 发送下面的请求；连按两次 Ctrl-C 退出。',
  demoIsOver: '演示到此结束。/diff 查看改动，按两次 Ctrl-C 退出。',
  remember: '记在哪里？',
  rememberProject: '本项目，所有人可见',
  rememberLocal: '本项目，仅自己',
  rememberUser: '我的所有项目',
  rememberHint: 'Enter 选择 · Esc 返回编辑',
}
