/** What this extension says itself. Everything in the panel is said by the page of the program. */
const EN = {
  starting: 'Starting Capstan …',
  noFolder: 'Open a folder first. Capstan works in a folder.',
  untrusted:
    'Capstan starts nothing in a folder you don’t trust. Trust the workspace, then open this panel again.',
  windows:
    'Capstan doesn’t run on Windows itself. Install it in WSL and open the folder there (“WSL: Reopen Folder in WSL”).',
  notFound: (name: string) =>
    `Can’t find the program “${name}”. Install Capstan, or set its full path in the user setting “capstan.program”.`,
  relative: (name: string) =>
    `“capstan.program” is “${name}”. Use the name of a program on your PATH, or a full path.`,
  refusedArgument: (word: string) =>
    `“capstan.args” has ${word}. The extension only talks to this machine and chooses the address itself. Remove it.`,
  cannotStart: (reason: string) => `Capstan didn’t start: ${reason}`,
  stopped: (reason: string) => `Capstan stopped: ${reason}`,
  foreignAddress: (url: string) =>
    `Capstan offered ${url}, which isn’t this machine. The panel doesn’t connect to it.`,
  noPage: 'This program has no web page to show. Update Capstan.',
  retry: 'Start again',
  log: 'Show Log',
  approve: 'Approve',
  decline: 'Decline',
  show: 'Show',
  asks: (title: string, subject: string) =>
    subject === '' ? `Capstan: ${title}` : `Capstan: ${title}: ${subject}`,
  answered: 'This question was answered already.',
  notAnswered: (reason: string) => `The answer didn’t arrive: ${reason}`,
  waiting: 'Capstan waits for an answer',
  ready: 'Open Capstan',
  proposed: (name: string) => `${name} (Capstan: proposed change)`,
  noSession: 'Open a session in the Capstan panel first.',
  noSelection: 'Open a file first.',
  noServer: (reason: string) => `No running session to attach to: ${reason}`,
  outside: (path: string) => `${path} isn’t in this workspace.`,
} as const

type Words = {
  readonly [K in keyof typeof EN]: (typeof EN)[K] extends (...given: infer A) => string
    ? (...given: A) => string
    : string
}

const ZH: Words = {
  starting: '正在启动 Capstan……',
  noFolder: '请先打开一个文件夹。Capstan 在文件夹中工作。',
  untrusted: 'Capstan 不会在您未信任的文件夹中启动任何程序。请先信任此工作区，再重新打开此面板。',
  windows:
    'Capstan 不能直接在 Windows 上运行。请在 WSL 中安装，并在其中打开文件夹（“WSL: Reopen Folder in WSL”）。',
  notFound: name => `找不到程序“${name}”。请安装 Capstan，或在用户设置“capstan.program”中填写其完整路径。`,
  relative: name => `“capstan.program”的值是“${name}”。请使用 PATH 中的程序名或完整路径。`,
  refusedArgument: word => `“capstan.args”中有 ${word}。扩展只与本机通信，并自行选择地址。请将其删除。`,
  cannotStart: reason => `Capstan 未能启动：${reason}`,
  stopped: reason => `Capstan 已停止：${reason}`,
  foreignAddress: url => `Capstan 给出的地址 ${url} 不在本机。面板不会连接。`,
  noPage: '此程序没有可显示的网页。请更新 Capstan。',
  retry: '重新启动',
  log: '查看日志',
  approve: '批准',
  decline: '拒绝',
  show: '查看',
  asks: (title, subject) => (subject === '' ? `Capstan：${title}` : `Capstan：${title}：${subject}`),
  answered: '此问题已有回答。',
  notAnswered: reason => `回答未送达：${reason}`,
  waiting: 'Capstan 正在等待回答',
  ready: '打开 Capstan',
  proposed: name => `${name}（Capstan：建议的更改）`,
  noSession: '请先在 Capstan 面板中打开一个会话。',
  noSelection: '请先打开一个文件。',
  noServer: reason => `没有可连接的运行中会话：${reason}`,
  outside: path => `${path} 不在此工作区中。`,
}

export type ExtensionWords = Words

export const isChinese = (language: string): boolean => language.toLowerCase().startsWith('zh')

export const wordsFor = (language: string): Words => (isChinese(language) ? ZH : EN)
