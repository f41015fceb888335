/** What a server of sessions, and a terminal that is attached to one, tell people. */
export const ANNOUNCED_SERVE_ZH: Readonly<Record<string, string>> = {
  'This server does not let sessions bypass permissions (--allow-dangerously-skip-permissions).':
    '此服务器不允许会话跳过权限检查（--allow-dangerously-skip-permissions）。',
  'This server does not let clients bypass permissions. Start it with --allow-dangerously-skip-permissions for that.':
    '此服务器不允许客户端跳过权限检查。需要时请用 --allow-dangerously-skip-permissions 启动。',
  "The MCP server {} isn't started: its tools would have the same names as those of {}. Rename one of them.":
    'MCP 服务器 {1} 未启动：它的工具会与 {2} 的工具重名。请重命名其中一个。',
  'This server does not show clients its settings. Start it with --allow-settings, or look on its machine.':
    '此服务器不向客户端显示设置。请用 --allow-settings 启动它，或在该机器上查看。',
  'Clients of a server cannot say this.': '服务器的客户端不能发送此操作。',
  'The answer changed what would be done into something that has not been allowed. Nothing was done.':
    '回答把操作改成了未获许可的内容，因此没有执行。',
  'This server does not let clients run shell commands. Start it with --allow-shell for that.':
    '此服务器不允许客户端运行 shell 命令。需要时请用 --allow-shell 启动。',
  'This server does not let clients loosen rules or settings. Start it with --allow-settings, or change them on its machine.':
    '此服务器不允许客户端放宽规则或设置。请用 --allow-settings 启动，或在服务器上更改。',
  "Clients of this server can't use {} like this. Start it with --allow-settings, or do it on its machine.":
    '此服务器的客户端不能这样使用 {1}。请用 --allow-settings 启动，或在服务器上操作。',
  '{} has answered this already.': '{1} 已经回答了。',
  'A terminal shares this one session; others cannot be opened here.':
    '终端只共享这一个会话，不能在此打开其他会话。',
  '{} (process {} on {} since {})': '{1}（{3} 上的进程 {2}，自 {4} 起）',
  'a terminal': '一个终端',
  'a -p run': '一次 -p 运行',
  'a background session': '后台会话',
  'an editor': '一个编辑器',
  'a program': '其他程序',
  'another process': '另一个进程',
  'This session belongs to a terminal: close it there.': '此会话属于一个终端，请在那里关闭。',
  'There is no session with that id.': '没有此 id 的会话。',
  'This session has {} links. End one of them first.': '本会话已有 {1} 个链接，请先停用其中一个。',
  'There is no query {}.': '没有查询 {1}。',
  'Connection to the server lost. Reconnecting …': '与服务器的连接已断开，正在重新连接…',
  'Connected again.': '已重新连接。',
  'The session was closed on the server.': '会话已在服务器上关闭。',
  'The server no longer lets this terminal in.': '服务器不再允许此终端连接。',
  'The connection was cut before that was done. Try again.': '操作完成前连接已断开，请重试。',
  "A session on a server can't be asked for {}.": '服务器上的会话不能查询 {1}。',
  'The server failed.': '服务器出错。',
  'The server at {} cannot be reached.': '无法连接服务器 {1}。',
  'This session is on a server already. Run "capstan serve link" there.':
    '此会话已在服务器上。请在那里运行 "capstan serve link"。',
}
