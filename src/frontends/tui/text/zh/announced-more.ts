import { ANNOUNCED_CONNECTIONS_ZH } from './announced-connections.ts'
import { ANNOUNCED_EXTENSIONS_ZH } from './announced-extensions.ts'
import { ANNOUNCED_WORK_ZH } from './announced-work.ts'

/** As ANNOUNCED_ZH: what comes from models, sessions, settings, memory and tools. */
export const ANNOUNCED_MORE_ZH: Readonly<Record<string, string>> = {
  ...ANNOUNCED_EXTENSIONS_ZH,
  ...ANNOUNCED_WORK_ZH,
  'Resume rejected by --resume-drops-turn: {}.': '--resume-drops-turn 拒绝恢复：{1}。',
  "Can't use these MCP servers: {}.": '无法使用这些 MCP 服务器：{1}。',
  'The MCP servers of this session are fixed by your administrator.': '本会话的 MCP 服务器由管理员固定。',
  'This session has no settings.': '本会话没有设置。',
  'There is no file {}.': '没有文件 {1}。',
  'No title could be made: the model said nothing.': '无法生成标题：模型没有回答。',
  'This is Capstan {}; your settings ask for {} or newer ("minimumVersion"). Run "capstan update" when you can.':
    '当前为 Capstan {1}；设置要求 {2} 或更高版本（"minimumVersion"）。请运行 "capstan update"。',
  'This is Capstan {}, and your administrator requires {} or newer ("requiredMinimumVersion"). Run "capstan update", then start again.':
    '当前为 Capstan {1}，管理员要求 {2} 或更高版本（"requiredMinimumVersion"）。请运行 "capstan update" 后重新启动。',
  'Memory is off: {} can\'t be used, because {}. Change CAPSTAN_MEMORY_DIR or "autoMemoryDirectory".':
    '记忆已关闭：无法使用 {1}（{2}）。请更改 CAPSTAN_MEMORY_DIR 或 "autoMemoryDirectory"。',
  'A background {} hook has woken the model {} times in a row. What else it reports waits for your next message.':
    '后台 {1} 钩子已连续唤醒模型 {2} 次。它之后的报告会等到你的下一条消息。',
  'This session has cost {} so far. /cost shows what for; "costReminderUsd" changes or turns off this reminder.':
    '本次会话目前已花费 {1}。/cost 可查看明细；用 "costReminderUsd" 更改或关闭此提醒。',
  'There is no memory {}.': '没有记忆 {1}。',
  "Memory is off: {} can't be used, because {}.": '记忆已关闭：无法使用 {1}（{2}）。',
  'Team memory is off: {} can\'t be used, because {}. Change "teamMemoryDirectory".':
    '团队记忆已关闭：无法使用 {1}（{2}）。请更改 "teamMemoryDirectory"。',
  "The price of {} is unknown, so {} can't be enforced. {}": '{1} 的价格未知，无法执行{2}。{3}',
  'the budget in your settings': '设置中的预算',
  '--task-budget has no effect with {}, which has no task budgets. --token-budget works with every model.':
    '--task-budget 对 {1} 无效，它没有任务预算。--token-budget 适用于所有模型。',
  '{} isn\'t one of the models you can use here ("availableModels"): {}. Using {} instead.':
    '此处不能使用 {1}（"availableModels"）：{2}。改用 {3}。',
  '{} isn\'t one of the models you can use here ("availableModels"): {}.':
    '此处不能使用 {1}（"availableModels"）：{2}。',
  'Only {} fallback models are used; ignored: {}. Shorten --fallback-model or the setting fallbackModel.':
    '最多使用 {1} 个备用模型；已忽略：{2}。请缩短 --fallback-model 或设置 fallbackModel。',
  '{} Using mode default.': '{1}改用 default 模式。',
  'Auto mode is turned off in settings ("disableAutoMode").': '设置关闭了自动模式（"disableAutoMode"）。',
  'Bypassing permissions is turned off in settings ("disableBypassPermissionsMode").':
    '设置关闭了跳过权限（"disableBypassPermissionsMode"）。',
  'Permissions cannot be bypassed as root outside a sandbox. Set IS_SANDBOX=1 if this machine is one.':
    '以 root 身份不能在沙箱外跳过权限。如果本机就是沙箱，请设置 IS_SANDBOX=1。',
  'The sandbox isn\'t available here: {}. {} ("failIfUnavailable" is set.)':
    '此处无法使用沙箱：{1}。{2}（已设置 "failIfUnavailable"。）',
  'apiKeyHelper printed no key. Run its command yourself to see why.':
    'apiKeyHelper 没有输出密钥。请自己运行其命令查看原因。',
  "{} isn't an http or https URL: {}": '{1} 不是 http 或 https 地址：{2}',
  'Cannot write the debug log {} ({}). Continuing without it.':
    '无法写入调试日志 {1}（{2}）。将不写日志继续。',
  'Cannot write the debug log {} ({}). Choose another place with --debug-file.':
    '无法写入调试日志 {1}（{2}）。请用 --debug-file 指定其他位置。',
  'Cannot write the debug log {} ({}).': '无法写入调试日志 {1}（{2}）。',
  'The host is closed: no session can be opened any more.': '程序正在关闭，无法再打开会话。',
  'Session {} already exists. Resume it with --resume {}, or choose another id.':
    '会话 {1} 已存在。用 --resume {2} 恢复，或使用其他 id。',
  'There is no session to continue in {}.': '{1} 中没有可继续的会话。',
  'This folder is not trusted ({}), so these settings are ignored:':
    '未信任此文件夹（{1}），以下设置被忽略：',
  'Its deny and ask rules still apply. Run "capstan trust" to review and trust it; --trust or CAPSTAN_TRUST_WORKSPACE=1 trusts it for one run.':
    '其拒绝和询问规则仍然有效。运行 "capstan trust" 查看并信任；--trust 或 CAPSTAN_TRUST_WORKSPACE=1 仅信任一次。',
  '… and {} more about settings files.': '… 关于设置文件还有 {1} 条。',
  '{}: {} are ignored: {}': '{1}：{2} 被忽略：{3}',
  '{}: {} is ignored: {}': '{1}：{2} 被忽略：{3}',
  'The current directory cannot be used ({}). Was it deleted or moved? Change to one that exists.':
    '无法使用当前目录（{1}）。它被删除或移动了吗？请切换到存在的目录。',
  '{} is not a directory, so it cannot be a working directory (--add-dir or "additionalDirectories").':
    '{1} 不是目录，不能作为工作目录（--add-dir 或 "additionalDirectories"）。',
  '{} is not a directory, so no settings can be read from it (--project-config-root).':
    '{1} 不是目录，无法从中读取设置（--project-config-root）。',
  '{}, so it is ignored.': '{1}，已忽略。',
  '{} is used only for its deny and ask rules, because of {} at {}: {}':
    '{1} 中只有拒绝和询问规则生效，因为 {2}（{3}）有误：{4}',
  '{}. Some of its deny or ask rules may be missing, so nothing was started. Fix the file, or move it away.':
    '{1}。其中部分拒绝或询问规则可能缺失，因此没有启动。请修复该文件，或将其移走。',
  '{} {}. It was kept as {}, and a new file was started.':
    '{1} 无法使用（{2}），已保留为 {3}，并新建了文件。',
  "Your config home {} is part of the repository {}, so its settings aren't yours alone. Set CAPSTAN_CONFIG_DIR (or HOME) to a directory elsewhere, or trust the repository for this run with --trust.":
    '配置目录 {1} 属于仓库 {2}，其中的设置并非只由你决定。请将 CAPSTAN_CONFIG_DIR（或 HOME）设为别处的目录，或用 --trust 仅在本次信任该仓库。',
  '{} is {}. Set {} to the full path of a directory.': '{1} 无效（{2}）。请将 {3} 设为目录的完整路径。',
  'The conversation was compacted: about {} tokens before, {} after. Every word of it stays in the session file.':
    '对话已压缩：之前约 {1} token，之后 {2}。会话文件保留全部内容。',
  'The conversation filled up again after {}. Something large comes into it each time: /context shows what.':
    '{1}后对话又满了，每次都有较大的内容加入：用 /context 查看。',
  '1 reply': '1 次回答',
  '{} replies': '{1} 次回答',
  "Messages that are no longer needed aren't sent anymore, about {} tokens.":
    '不再需要的消息已停止发送，约 {1} token。',
  "Messages that are no longer needed aren't sent anymore": '不再需要的消息已停止发送',
  "Old tool results aren't sent anymore, about {} tokens.": '旧的工具结果已停止发送，约 {1} token。',
  "Old tool results aren't sent anymore": '旧的工具结果已停止发送',
  'Finished work is now sent as a summary, about {} tokens.': '已完成的工作改为发送摘要，约 {1} token。',
  'Finished work is now sent as a summary': '已完成的工作改为发送摘要',
  'A PreCompact hook blocked the compaction: {}': 'PreCompact 钩子阻止了压缩：{1}',
  'There is no message {} in the conversation since it was last compacted.':
    '上次压缩之后的对话中没有消息 {1}。',
  'There is nothing to compact {} that message.': '该消息处没有可压缩的内容。',
  'Several hooks rewrote the input of this call; only the last rewrite is used.':
    '多个钩子改写了此调用的输入，只采用最后一个。',
  "A hook's {} for {} was ignored: {}. The tool's own result is used.":
    '钩子为 {2} 返回的 {1} 已忽略：{3}。仍使用工具自己的结果。',
  'Several hooks rewrote the output of this call; only the last rewrite is used.':
    '多个钩子改写了此调用的输出，只采用最后一个。',
  '{} hook {} timed out and was ended; it decided nothing': '{1} 钩子 {2} 超时，已停止，没有作出决定',
  '{} hook {} could not be started: {}': '{1} 钩子 {2} 无法启动：{3}',
  '{} hook {} printed invalid output: {}': '{1} 钩子 {2} 的输出无效：{3}',
  '{} hook {} was ended by {}: {}': '{1} 钩子 {2} 被 {3} 终止：{4}',
  '{} hook {} failed with exit code {} and therefore allows nothing: {}':
    '{1} 钩子 {2} 失败，退出码 {3}，因此不允许任何操作：{4}',
  '{} hook {} failed with exit code {}: {}': '{1} 钩子 {2} 失败，退出码 {3}：{4}',
  '{} hook {} gave no reason': '{1} 钩子 {2} 没有说明原因',
  'A hook objected to this and gave no reason.': '钩子反对此操作，没有说明原因。',
  'A hook stopped the turn and gave no reason.': '钩子停止了本轮，没有说明原因。',
  'The {} hook matcher {} is not a valid regular expression and matches nothing: {}':
    '{1} 钩子的匹配器 {2} 不是有效的正则表达式，不匹配任何内容：{3}',
  'The conversation in {} takes {} since it was last compacted; at most {} can be resumed. Resume from an earlier message with --resume-session-at, or start a new session.':
    '{1} 中的对话自上次压缩以来占 {2}；最多可恢复 {3}。请用 --resume-session-at 从更早的消息恢复，或开始新会话。',
  'There is no message {} in the conversation of this session.': '本会话的对话中没有消息 {1}。',
  "The session file is damaged: skipped {} that can't be read.": '会话文件已损坏：跳过了无法读取的 {1}。',
  'The session file is damaged: skipped {} of excessive length.': '会话文件已损坏：跳过了过长的 {1}。',
  '1 line': '1 行',
  '{} lines': '{1} 行',
  'The beginning of the conversation is missing from the session file.': '会话文件中缺少对话的开头。',
  'A message is missing from the conversation; the messages around it were joined.':
    '对话中缺少一条消息，前后的消息已连接。',
  'Messages in the session file refer to each other in a circle; the circle was broken.':
    '会话文件中的消息循环引用，已断开。',
  'The session file was changed while it was read. Close other programs that use it.':
    '读取时会话文件被更改。请关闭使用它的其他程序。',
  'A tool call was interrupted; the effect is unknown, and nothing was run again.':
    '一次工具调用被中断，效果未知，没有重新运行。',
  '{} tool calls were interrupted; the effect is unknown, and nothing was run again.':
    '{1} 次工具调用被中断，效果未知，没有重新运行。',
  '{} interrupted; the effect is unknown, and nothing was run again.': '{1}被中断，效果未知，没有重新运行。',
  'A tool result without a call left out.': '已略去一条没有对应调用的工具结果。',
  '{} tool results without a call left out.': '已略去 {1} 条没有对应调用的工具结果。',
  '{} without a call left out.': '已略去没有对应调用的{1}。',
  'The last turn was not finished.': '上一轮没有完成。',
  "This session file wasn't written by Capstan, so only its messages are used. Ignored: {}.":
    '该会话文件不是 Capstan 写的，只使用其中的消息。已忽略：{1}。',
  'The session file {} is in use by {}. Continue in a copy with --fork-session, or end that process first.':
    '会话文件 {1} 正被{2}使用。用 --fork-session 在副本中继续，或先结束该进程。',
  'another process': '另一个进程',
  'process {} on {}': '{2} 上的进程 {1}',
  '{} sessions in this directory are called "{}". Resume one by its id: {}.':
    '此目录中有 {1} 个名为“{2}”的会话。请按 id 恢复：{3}。',
  '{} sessions have an id that begins with {}: {}. Give more of it.':
    '有 {1} 个会话的 id 以 {2} 开头：{3}。请多输入几个字符。',
  'There are no sessions in this directory yet.': '此目录还没有会话。',
  'Most recent here: {}.': '此处最近的会话：{1}。',
  'No session "{}" in {}. {}': '{2} 中没有会话“{1}”。{3}',
  'No session file at {}: it is not a plain file. Check the path.':
    '{1} 不是普通文件，没有会话文件。请检查路径。',
  'Cannot {} the session file {}: {}. {}': '无法处理会话文件 {2}：{3}。{4}',
  'access is denied': '没有访问权限',
  'the disk or quota is full': '磁盘或配额已满',
  'the file system is read-only': '文件系统只读',
  'it does not exist': '文件不存在',
  'Check owner and mode of the file and its directory.': '请检查文件及其目录的所有者和权限。',
  'Free some space, then try again.': '请腾出空间后重试。',
  'Remove or rename what is there.': '请删除或重命名那里的内容。',
  'Choose another configuration directory, or run without saving the session.':
    '请选择其他配置目录，或不保存会话运行。',
  'Check the path.': '请检查路径。',
  'Check the disk.': '请检查磁盘。',
  'There is no message {} of yours in this session.': '本会话中没有你的消息 {1}。',
  "/rewind won't restore {}.": '/rewind 不会恢复 {1}。',
  "File changes aren't recorded for /rewind: {}": '文件改动未为 /rewind 记录：{1}',
  'Message {} is too old: only the last 100 messages with changes are kept.':
    '消息 {1} 太早：只保留最近 100 条有改动的消息。',
  ...ANNOUNCED_CONNECTIONS_ZH,
  'The connection to {} failed: {}.': '连接 {1} 失败：{2}。',
  'The request was canceled.': '请求已取消。',
  'Nothing accepts connections at the model server; check that it runs and that the base URL is right ({}).':
    '模型服务没有接受连接；请检查它是否在运行、地址是否正确（{1}）。',
  'Nothing accepts connections at the model server; check that it runs and that the base URL is right':
    '模型服务没有接受连接；请检查它是否在运行、地址是否正确',
  'The host name of the model server could not be found; check the base URL and the network':
    '找不到模型服务的主机名；请检查地址和网络',
  'The host name of the model server could not be looked up just now; check the network':
    '暂时无法解析模型服务的主机名；请检查网络',
  'The model server closed the connection before it answered': '模型服务在回答前关闭了连接',
  'The model server closed the connection while the request was being sent': '发送请求时模型服务关闭了连接',
  'The connection to the model server timed out; check the network or the proxy':
    '连接模型服务超时；请检查网络或代理',
  'The model server cannot be reached from here; check the network or the proxy':
    '无法访问模型服务；请检查网络或代理',
  'There is no network route to the model server; check the network or the proxy':
    '没有到模型服务的网络路由；请检查网络或代理',
  'The conversation is too long for the model ({}). Compact it or start a new one.':
    '对话对模型来说太长（{1}）。请压缩或开始新对话。',
  'An image or document in the conversation is too large or there are too many ({}). Remove or shrink it.':
    '对话中的图片或文档过大或过多（{1}）。请移除或缩小。',
  'The model server is overloaded ({}). Try again in a moment or set a fallback model.':
    '模型服务过载（{1}）。请稍后重试，或设置备用模型。',
  "This account's rate limit is reached ({}). Wait, or use another model or key.":
    '账户已达到速率限制（{1}）。请等待，或换用其他模型或密钥。',
  'The model server denied access ({}). Check what this account or key may use, and the base URL.':
    '模型服务拒绝访问（{1}）。请检查账户或密钥的权限以及地址。',
  'The model server did not accept the credentials ({}). {}': '模型服务不接受凭据（{1}）。{2}',
  'The account cannot pay for this request ({}). Check its credit and billing settings.':
    '账户无法支付此请求（{1}）。请检查余额和账单设置。',
  'The model was not found ({}). {}': '找不到模型（{1}）。{2}',
  'The model server failed ({}). Try again in a moment.': '模型服务出错（{1}）。请稍后重试。',
  'The model server refused the request ({}).': '模型服务拒绝了请求（{1}）。',
  'Check the API key or token.': '请检查 API 密钥或令牌。',
  'Known models with a similar name: {}.': '名称相近的已知模型：{1}。',
  'Check the model name and the base URL.': '请检查模型名称和地址。',
  '{} The server asks to wait {} minutes. Try again then.': '{1}服务要求等待 {2} 分钟，请届时重试。',
  "The base URL isn't an http or https URL: {}.": '地址不是 http 或 https：{1}。',
  '{} answered with {} instead of a stream of events. Check the base URL and the proxy.':
    '{1} 返回了 {2}，而不是事件流。请检查地址和代理。',
  "The proxy address for {}// targets isn't an http or https URL. Check HTTP_PROXY and HTTPS_PROXY.":
    '{1}// 的代理地址不是 http 或 https。请检查 HTTP_PROXY 和 HTTPS_PROXY。',
  'The reply of the model broke off: the stream {}.': '模型的回答中断（{1}）。',
  'The request cannot be sent: {}. Check the API key and the custom headers for line breaks and odd characters.':
    '无法发送请求：{1}。请检查 API 密钥和自定义请求头中的换行和特殊字符。',
  "This session isn't saved, so nothing is left of what was before a compaction.":
    '此会话未保存，因此压缩之前的内容已不存在。',
  'There is nothing before {} in this session.': '此会话中 {1} 之前没有内容。',
  'The model server at {} did not answer within {} s.': '模型服务 {1} 在 {2} 秒内没有响应。',
  'The proxy {} did not open a connection to the model server: {}. Check HTTPS_PROXY and NO_PROXY.':
    '代理 {1} 没有连接到模型服务：{2}。请检查 HTTPS_PROXY 和 NO_PROXY。',
  'The globs in "instructionExcludes" or "claudeMdExcludes" are not used: {}.':
    '未使用 "instructionExcludes" 或 "claudeMdExcludes" 中的模式：{1}。',
  '{}, so it is not used.': '{1}，因此未使用。',
  '{} is not used, because of its "paths": {}.': '未使用 {1}，因为其 "paths"：{2}。',
  '{} is not used: {}.': '未使用 {1}：{2}。',
  '{} is {} characters long and is part of every request. Shorten it to {} or less, for example with rules that have "paths".':
    '{1} 有 {2} 个字符，每次请求都会带上。请缩短到 {3} 以内，例如改用带 "paths" 的规则。',
  '{}: imports are followed {} files deep.': '{1}：最多引入 {2} 层文件。',
  '{}, nor is any further one: {} imports are followed.': '{1}，之后的也不会：最多引入 {2} 个文件。',
  '{} has more imports than are looked up ({}).': '{1} 中的引入过多，最多查找 {2} 个。',
  '{} and others have more such problems.': '{1} 等文件还有更多类似问题。',
  '{} comes after too much text in other instruction files': '{1} 之前的说明文件内容已经过多',
  '@{} in {} is not imported': '未引入 {2} 中的 @{1}',
  '{} holds more rules than are read.': '{1} 中的规则过多，没有全部读取。',
  '{} ({} characters) is left out: all instruction files together are too long.':
    '略去 {1}（{2} 个字符）：说明文件总计过长。',
  '"plansDirectory" {} cannot be used: {}. This session\'s plan is in {}.':
    '无法使用 "plansDirectory" {1}：{2}。本会话的规划在 {3}。',
  'The working directory is /: nothing in it can be written in the sandbox.':
    '工作目录为 /：沙箱中无法写入。',
  'sandbox.{}: "{}" is a pattern, but only plain paths work there. It was ignored.':
    'sandbox.{1}："{2}" 是模式，此处只支持普通路径。已忽略。',
  'sandbox.{}: / would be everything. It was ignored.': 'sandbox.{1}：/ 表示全部。已忽略。',
  'The working directories hold more directories than the sandbox looks through for protected names, or some that cannot be read: nothing can be changed below {}.':
    '工作目录中的目录过多或无法读取，沙箱无法全部检查：{1} 之下不能更改。',
  "Aliases and functions from {} aren't available: it didn't finish within {} s.":
    '{1} 的别名和函数不可用：它没有在 {2} 秒内完成。',
  "Aliases and functions from {} aren't available ({}).": '{1} 的别名和函数不可用（{2}）。',
  '"{}" cannot be set here. {}': '此处不能设置 "{1}"。{2}',
  'Use /permissions and /add-dir.': '请使用 /permissions 和 /add-dir。',
  'Edit the settings file; changes apply when you save it.': '请编辑设置文件，保存即生效。',
  'Edit the settings file; only editors use it.': '请编辑设置文件；只有编辑器使用它。',
  '"{}" is known to other tools, with no effect here.': '"{1}" 属于其他工具，在此无效。',
  'There is no setting "{}". /config lists those that are set.': '没有设置 "{1}"。/config 列出已设置的项。',
  '"{}" only works in managed settings.': '"{1}" 只能用于管理员设置。',
  'A project may not set "{}" to this; put it in your user settings if you want it.':
    '项目不能这样设置 "{1}"；如有需要请放入用户设置。',
  '{} cannot be checked ({})': '无法检查 {1}（{2}）',
  '{} could not be written: {}': '无法写入 {1}：{2}',
  '{} is not written: it {}.': '未写入 {1}：{2}。',
  '{}, so nothing was changed in it.': '{1}，未作更改。',
  '{} would become too large, so nothing was changed.': '{1} 会过大，未作更改。',
  '{} was left as it is: the change could not be made without changing something else. Edit it by hand.':
    '{1} 未更改：无法只改这一处。请手动编辑。',
  '{} is not valid, so nothing was changed in it; correct it first. {}': '{1} 无效，未作更改；请先修正。{2}',
  '{}, which has no effect here': '{1}（在此无效）',
  '{}, but {} overrides it': '{1}（但被 {2} 覆盖）',
  'No editor found. {}': '未找到编辑器。{1}',
  'Set EDITOR to the editor you want, e.g. EDITOR=nano.': '请将 EDITOR 设为要用的编辑器，例如 EDITOR=nano。',
  'The editor ({}) was not found. {}': '未找到编辑器（{1}）。{2}',
  'The editor ({}) could not be started: {}.': '无法启动编辑器（{1}）：{2}。',
  'The editor ({}) {}, so your text is unchanged.': '编辑器（{1}）异常结束，文本未更改。',
  "Couldn't pass the text to the editor: {}.": '无法把文本交给编辑器：{1}。',
  'The text is too long (more than {} MiB); it is unchanged.': '文本过长（超过 {1} MiB），未更改。',
  'The status line took longer than {} s.': '状态栏命令超过了 {1} 秒。',
  'The status line could not be run: {}': '无法运行状态栏命令：{1}',
  'The status line failed ({}): {}': '状态栏命令失败（{1}）：{2}',
  '{} does not exist (the current directory is {}).': '{1} 不存在（当前目录：{2}）。',
  '{} does not exist.': '{1} 不存在。',
  '{} is a directory, not a file.': '{1} 是目录，不是文件。',
  '{} is too large ({} bytes): the limit is {} bytes.': '{1} 过大（{2} 字节）：上限 {3} 字节。',
  '{} is a binary file and cannot be {} as text.': '{1} 是二进制文件，不能作为文本处理。',
  'Cannot {} {}: {}.': '无法处理 {2}：{3}。',
  'permission denied': '没有权限',
  'The command could not be started ({}).': '无法启动命令（{1}）。',
  'The search was interrupted.': '搜索已中断。',
  'The fetch was interrupted.': '抓取已中断。',
  '{} could not be fetched: {}.': '无法抓取 {1}：{2}。',
  'The search failed: {}.': '搜索失败：{1}。',
  'Permission denied: {}': '权限被拒绝：{1}',
  'The command was declined.': '命令未获批准。',
  'The command was declined: {}': '命令未获批准：{1}',
  'Nobody can be asked here.': '此处无人可询问。',
  'Nobody can be asked here. {}': '此处无人可询问。',
  'There is nobody to ask for permission.': '无人可询问权限。',
  'There is no output style named {} ("outputStyle"). Known: {}. Using {} instead.':
    '没有名为 {1} 的输出风格（"outputStyle"）。可选：{2}。改用 {3}。',
  'a link on its path leads elsewhere': '路径上的链接指向别处',
  'it changed while this was going on': '操作期间它已改变',
  'it cannot be changed ({})': '无法更改（{1}）',
  'the copy of its old content is missing': '缺少旧内容的副本',
  'it cannot be read': '无法读取',
  'it cannot be read ({})': '无法读取（{1}）',
  'it is outside the working directories, or belongs to git or to Capstan':
    '在工作目录之外，或属于 git 或 Capstan',
  'somebody else has deleted it since': '此后被他人删除',
  'somebody else has changed it since': '此后被他人修改',
  'somebody else changed it between two changes of this session': '在本会话的两次修改之间被他人修改',
  'it changed while work ran in the background, or after Capstan was killed: that may have been somebody else':
    '它在后台工作期间或 Capstan 被终止后发生改变，可能是他人所为',
  'something else is in this directory': '此目录中还有其他内容',
  'something else is in its place': '原位置已被其他内容占用',
  'a pipe, socket or device, which Capstan leaves alone': '管道、套接字或设备，Capstan 不作处理',
  'files that git ignores': 'git 忽略的文件',
  '{}: changed, but there is no copy of how it was': '{1}：已更改，但没有原内容的副本',
  '{} more files that changed without a copy': '另有 {1} 个文件已更改而没有副本',
  '1 more file that changed without a copy': '另有 1 个文件已更改而没有副本',
  'nothing was sent before': '之前没有发送过',
  'not as the earlier process sent it': '与之前进程发送的不同',
  'the conversation goes on from another message': '对话从另一条消息继续',
  'Saved to memory in the background: {}. See /memory.': '已在后台存入记忆：{1}。可用 /memory 查看。',
  'Memory tidied in the background: {} rewritten, {} removed. See /memory.':
    '已在后台整理记忆：改写 {1} 个，删除 {2} 个。可用 /memory 查看。',
  'a summary by the model': '由模型生成摘要',
  'session notes plus the most recent messages': '会话笔记加最近的消息',
  'the conversation was compacted': '对话已压缩',
  'old pictures or documents: {}': '旧的图片或文档：{1}',
  '{} messages were removed': '移出了 {1} 条消息',
  '{} messages were summarized': '{1} 条消息改为摘要',
  '{} old results': '{1} 条旧结果',
  '1 old result': '1 条旧结果',
  '1 message was removed': '移出了 1 条消息',
  '1 message was summarized': '1 条消息改为摘要',
  '{} minutes since the previous request': '距上次请求 {1} 分钟',
  'the provider cleared old results': '提供商清除了旧结果',
  "the same prefix wasn't served from the cache": '相同的前缀没有命中缓存',
  'added {}': '新增 {1}',
  'the description of {} changed': '{1} 的说明已更改',
  '{} came before {}': '{1} 排到了 {2} 之前',
  '{} is gone': '{1} 已移除',
  'part {}: {}': '第 {1} 部分：{2}',
  'part {} is new': '第 {1} 部分是新增的',
  'it is gone': '已移除',
  '{} was added': '新增了 {1}',
}
