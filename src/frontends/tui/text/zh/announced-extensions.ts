/** As ANNOUNCED_ZH: what hooks, servers, skills and plugins have to say. */
export const ANNOUNCED_EXTENSIONS_ZH: Readonly<Record<string, string>> = {
  'A hook stopped the turn.': '钩子停止了本轮。',
  'A hook refused it.': '钩子拒绝了它。',
  'The {} hook {} is still running after {} s.': '{1} 钩子 {2} 运行 {3} 秒后仍未结束。',
  '{} was not run: servers cannot run commands.': '未运行 {1}：服务器不能运行命令。',
  '{} was not run: it wants PowerShell, which is not supported.':
    '未运行 {1}：它需要 PowerShell，目前不支持。',
  '{} was not run: {}. Allow it with /permissions, or under "allowed-tools" in {}.':
    '未运行 {1}：{2}。请用 /permissions 允许，或在 {3} 的 "allowed-tools" 中允许。',
  '{} did not end within {} s.': '{1} 未在 {2} 秒内结束。',
  '{} was interrupted.': '{1} 被中断。',
  'The skill {} wants the agent {}, which is not there. You have: {}.':
    '技能 {1} 需要智能体 {2}，但它不存在。现有：{3}。',
  'Skill {}: /{} is a command of Capstan, so you cannot call the skill by it. Rename its directory.':
    '技能 {1}：/{2} 是 Capstan 的命令，不能用它调用该技能。请重命名其目录。',
  'Saved only for you: git ignores .capstan/{} (.git/info/exclude).':
    '仅为你保存：git 会忽略 .capstan/{1}（.git/info/exclude）。',
  'A hook rejected the change to the skills': '钩子拒绝了对技能的更改',
  'A hook rejected the change to the skills: {}': '钩子拒绝了对技能的更改：{1}',
  'There is no skill named {}.': '没有名为 {1} 的技能。',
  '{} was not run: {}': '未运行 {1}：{2}',
  "Can't read {} here: {}. Allow it with a Read rule.": '此处不能读取 {1}：{2}。可用 Read 规则允许。',
  '{} is not the skill {}. Call it by that name.': '{1} 不是技能 {2}，请用该名称调用。',
  '{} is a tool of your own server: call it yourself.': '{1} 是你自己的服务器的工具，请自行调用。',
  'There is no MCP server named {}.': '没有名为 {1} 的 MCP 服务器。',
  'The MCP server {} has other tools than before: {}.': 'MCP 服务器 {1} 的工具有变化：{2}。',
  'Message from channel {}: {}': '来自频道 {1} 的消息：{2}',
  'Messages from channel {} reach this session.': '频道 {1} 的消息会送达本会话。',
  "The MCP server {} can't push messages: it is not a channel.": 'MCP 服务器 {1} 不能推送消息：它不是频道。',
  'The channel {} stopped: none of its messages arrive. Reconnect it with /mcp.':
    '频道 {1} 已停止，收不到它的消息。请用 /mcp 重新连接。',
  'Channel {} sends too much: some of its messages are dropped.': '频道 {1} 发送过多，部分消息被丢弃。',
  'Messages dropped from channel {}: {}. It sent too many at once.':
    '频道 {1} 有 {2} 条消息被丢弃：一次发送过多。',
  'Messages not delivered from channel {}: {}. They came too late for this run.':
    '频道 {1} 有 {2} 条消息未送达：来得太迟，本次运行已结束。',
  'Messages not delivered from channel {}: {}. They came before this session was resumed.':
    '频道 {1} 有 {2} 条消息未送达：在恢复会话之前到达。',
  'Approved through channel {}: {}': '已通过频道 {1} 批准：{2}',
  'Declined through channel {}: {}': '已通过频道 {1} 拒绝：{2}',
  'The channel {} is off: that plugin has no MCP server here.':
    '频道 {1} 未启用：该插件在此没有 MCP 服务器。',
  'The channel {} is off: the MCP server comes with this project or a plugin.':
    '频道 {1} 未启用：该 MCP 服务器来自本项目或插件。',
  'The channel {} is off: there is no MCP server of that name.': '频道 {1} 未启用：没有该名称的 MCP 服务器。',
  'Channels are off: your administrator turned them off.': '频道未启用：管理员已将其关闭。',
  "The channel {} is off: your administrator doesn't allow it.": '频道 {1} 未启用：管理员不允许。',
  'The MCP server {} failed: {}': 'MCP 服务器 {1} 出错：{2}',
  'it says "sandbox": true, and the sandbox isn\'t available here: {}. {}':
    '配置了 "sandbox": true，但此处沙箱不可用：{1}。{2}',
  'it says "sandbox": true, and the sandbox has a temporary directory of its own, without {}. Move it to a directory that the sandbox can read, the project for example, or remove "sandbox" from this server':
    '配置了 "sandbox": true，但沙箱有自己的临时目录，其中没有 {1}。请把它移到沙箱可读的目录（例如项目目录），或从该服务器的配置中删除 "sandbox"',
  'it says "sandbox": true, and {} is hidden in the sandbox. Move it to a directory that the sandbox can read, the project for example, or remove "sandbox" from this server':
    '配置了 "sandbox": true，但 {1} 在沙箱中不可见。请把它移到沙箱可读的目录（例如项目目录），或从该服务器的配置中删除 "sandbox"',
  'it says "sandbox": true, and there is no sandbox here': '配置了 "sandbox": true，但此处没有沙箱',
  'The MCP server {} needs you to sign in: /mcp, or "capstan mcp login {}".':
    'MCP 服务器 {1} 需要登录：用 /mcp，或运行 "capstan mcp login {2}"。',
  'The MCP server {} needs authorization: {}.': 'MCP 服务器 {1} 需要授权：{2}。',
  'it asks for a sign-in, but Capstan couldn\'t register with it: {}. Set "oauth.clientId" or an Authorization header for it':
    '它要求登录，但 Capstan 无法在其上注册：{1}。请为它设置 "oauth.clientId" 或 Authorization 请求头',
  'The MCP server {} takes no sign-in.': 'MCP 服务器 {1} 不需要登录。',
  'It comes with this project, and starts only if you approve it. Changes to it ask again.':
    '它来自本项目，经你批准后才会启动；若有改动会再次询问。',
  'Not started, because you have not approved {} yet: {} of this project. Run "capstan mcp approve {}", or start capstan here and answer.':
    '未启动：你尚未批准本项目的 {1}：{2}。请运行 "capstan mcp approve {3}"，或在此处启动 capstan 并回答。',
  'Lost the connection to {}. Reconnecting.': '与 {1} 的连接已断开，正在重新连接。',
  'Your editor sent {}, which is outside the working directories. Add its folder with /add-dir.':
    '编辑器发来 {1}，它在工作目录之外。请用 /add-dir 添加其文件夹。',
  "Your editor sent {}, which can't be mentioned: no such file, or its name is unusual.":
    '编辑器发来 {1}，无法引用：文件不存在，或名称特殊。',
  'No editor with the id {} is running.': '没有 id 为 {1} 的编辑器在运行。',
  'No editor has this folder open. Open it in an editor with a plugin (docs/editors.md).':
    '没有编辑器打开了此文件夹。请在装有插件的编辑器中打开它（docs/editors.md）。',
  '{} editors have this folder open. Choose one with /ide.':
    '{1} 个编辑器打开了此文件夹。请用 /ide 选择一个。',
  '{} cannot be reached at port {} ({}).': '无法连接 {1}（端口 {2}：{3}）。',
  'There are no plugins in this session.': '本会话没有插件。',
  'There is no directory of yours to import into here.': '没有可导入到的个人目录。',
  '"{}" is not known here. You can import from: {}.': '不认识“{1}”。可从这些工具导入：{2}。',
  'Nothing was written: /import --yes does it.': '尚未写入：用 /import --yes 执行。',
}
