import { area } from '../area.ts'

export const remoteHostText = area('remote_host', {
  closed: { en: 'The connection to {host} is closed.', zh: '与 {host} 的连接已关闭。' },
  copies: { en: 'Copying the agent program to {host}.', zh: '正在把代理程序复制到 {host}。' },
  no_ssh: {
    en: 'The program to connect to {host} with was not found: install OpenSSH, Docker or Podman.',
    zh: '没有找到用于连接 {host} 的程序：请安装 OpenSSH、Docker 或 Podman。',
  },
  no_program: {
    en: 'Nothing can run on {host} ({system}): it needs Node 20.19 or newer there, or the same system and processor as here.',
    zh: '无法在 {host}（{system}）上运行：那里需要 Node 20.19 或更新版本，或与本机相同的系统和处理器。',
  },
  silent: { en: "Can't connect to {host}: it gave no reason.", zh: '无法连接 {host}：未说明原因。' },
  not_connected: { en: "Can't connect to {host}: {why}", zh: '无法连接 {host}：{why}' },
  refused: { en: '{host} answered: {why}', zh: '{host} 回答：{why}' },
  lost: {
    en: 'Lost the connection to {host}; reconnecting. Commands there keep running.',
    zh: '与 {host} 的连接中断，正在重新连接。那里的命令继续运行。',
  },
  linked_again: { en: 'Connected to {host} again.', zh: '已重新连接 {host}。' },
  given_up: {
    en: "Couldn't reconnect to {host}. What ran there is ended there; whether it had finished isn't known.",
    zh: '无法重新连接 {host}。那里运行的操作会在那里终止；是否已完成无法得知。',
  },
  ended_there: {
    en: "The agent on {host} was ended there. Whether the call had finished isn't known: look before you repeat it.",
    zh: '{host} 上的代理已在那里终止。此次调用是否完成无法得知：重复之前请先查看。',
  },
  not_an_address: {
    en: '"{text}" is not an address of a machine. Use ssh://[user@]host[:port][/directory], docker://name[/directory] or podman://name[/directory].',
    zh: '“{text}”不是机器地址。请使用 ssh://[用户@]主机[:端口][/目录]、docker://名称[/目录] 或 podman://名称[/目录]。',
  },
  not_listed: {
    en: '{host} is not in the setting remote.hosts: the user has to add it there first.',
    zh: '{host} 不在设置 remote.hosts 中：需由用户先添加。',
  },
  not_approved: {
    en: 'Nobody has approved {host} in this session: start a new agent with where, which asks the user.',
    zh: '本会话中还没有批准 {host}：请用 where 启动新的智能体，会询问用户。',
  },
  off: {
    en: 'Working on other machines is off: the user can switch it on with the setting remote.hosts.',
    zh: '未启用在其他机器上工作：用户可通过设置 remote.hosts 启用。',
  },
  marker: {
    en: '{marker} stands for a secret that is not shown, and is not sent to {host}: nothing was done. Leave the text around it as it is, or ask the person.',
    zh: '{marker} 代替未显示的密钥，不会发送到 {host}：没有执行任何操作。请不要改动它周围的文本，或询问用户。',
  },
  outside: {
    en: '{path} is outside the directory {directory} on {host}: nothing was done.',
    zh: '{path} 在 {host} 的目录 {directory} 之外：没有执行任何操作。',
  },
  task_unknown: {
    en: 'The machine went away; how the command ended there is not known.',
    zh: '机器已断开；那里的命令如何结束无法得知。',
  },
  no_isolation: {
    en: 'An agent on another machine has no worktree here: leave out isolation.',
    zh: '其他机器上的智能体没有本机工作树：请去掉 isolation。',
  },
  no_team: {
    en: 'A member of a team works on this machine: leave out where.',
    zh: '团队成员在本机工作：请去掉 where。',
  },
  patch: {
    en: 'What was changed on {host} is in {file}, as a patch. Nothing of it is applied here: look at it, then use git apply.',
    zh: '在 {host} 上的更改已存为补丁 {file}。没有应用到本机：请先查看，再用 git apply。',
  },
  tool: { en: '{tool} on {host}', zh: '{host} 上的 {tool}' },
  file: { en: '{host}: {path}', zh: '{host}：{path}' },
  not_rewound: {
    en: 'Files on {host} were not restored: {why}',
    zh: '{host} 上的文件没有恢复：{why}',
  },
})
