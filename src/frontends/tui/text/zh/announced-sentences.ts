/** What the engine tells the person: the English line with {} for what varies, and the Chinese one with {1}, {2} …. */
export const ANNOUNCED_ZH: Readonly<Record<string, string>> = {
  'The conversation is closed.': '对话已关闭。',
  "Can't clear the conversation": '无法清空对话',
  "Can't compact": '无法压缩',
  "Can't switch branches": '无法切换分支',
  "Can't revert an edit": '无法还原修改',
  "Can't run your command": '无法运行你的命令',
  '{} while a turn is running. Interrupt it, or wait for it to end.':
    '当前轮次进行中，{1}。请先中断，或等待结束。',
  'The agent was given up.': '代理已放弃。',
  'The agent was stopped: the {} it was given are used up.': '代理已停止：分配的 {1} 已用完。',
  'The agent was stopped: its {} tokens are used up.': '代理已停止：分配的 {1} token 已用完。',
  'The agent was stopped after {} s, the time it was given.': '代理已在 {1} 秒后停止（时间上限）。',
  'There is nothing to compact: the model has not said anything since the last time.':
    '没有可压缩的内容：上次压缩后模型还没有回答。',
  'There is nothing to compact yet: the model has not said anything.': '还没有可压缩的内容：模型还没有回答。',
  "Couldn't compact the conversation: {}. Nothing was changed.": '无法压缩对话：{1}。未作更改。',
  "Couldn't compact the conversation.": '无法压缩对话。',
  'That message is no longer queued: it was sent or withdrawn.': '该消息已不在队列中：已发送或已撤回。',
  'A Stop hook wants more to be done.': 'Stop 钩子要求继续。',
  "The price of {} is unknown, so your budget can't be enforced. {}": '{1} 的价格未知，无法执行预算。{2}',
  'Give it one in settings: "models": {"<model id>": {"price": {"input": …, "output": …}}}.':
    '请在设置中给出价格："models": {"<模型 id>": {"price": {"input": …, "output": …}}}。',
  'The budget of {} is used up ({} spent).': '预算 {1} 已用完（已花费 {2}）。',
  'This session has no settings files.': '本会话没有设置文件。',
  '{} Your answer applies until the session ends.': '{1}你的选择在本会话内有效。',
  '{} It applies until the session ends.': '{1}在本会话内有效。',
  "Couldn't apply the changed settings: {}": '无法应用更改后的设置：{1}',
  'Settings changed: {}. Rules, directories, hooks and variables apply now, the rest from the next start.':
    '设置已更改：{1}。规则、目录、钩子和变量立即生效，其余下次启动时生效。',
  '{} changed during the session. {} Nobody can approve it here.': '{1} 在会话期间更改。{2}此处无人可批准。',
  '{} Its previous settings still apply.': '{1}之前的设置仍然有效。',
  'A hook rejected the change to {}: {}': '钩子拒绝了对 {1} 的更改：{2}',
  'A hook rejected the change to {}': '钩子拒绝了对 {1} 的更改',
  '{} changes at the next start': '{1} 下次启动时更改',
  'The changed settings now apply: {}.': '更改后的设置已生效：{1}。',
  "{} You didn't approve it.": '{1}你没有批准。',
  '{} The mode is now default.': '{1}权限模式现为 default。',
  'Part of the new settings allows more than before and applies only if you approve it: {}.':
    '新设置的一部分比之前更宽松，批准后才生效：{1}。',
  'Settings changed during this session, and they allow more than before. {}':
    '设置在会话期间更改，比之前更宽松。{1}',
  'Settings changed during this session, and they allow more than before.':
    '设置在会话期间更改，比之前更宽松。',
  'Use the changed settings in {}': '使用更改后的设置：{1}',
  '{} Did you make this change?': '{1}是你更改的吗？',
  'Did you make this change?': '是你更改的吗？',
  "Couldn't save your answer about changed settings: {}": '无法保存你对更改设置的选择：{1}',
  'The session file was deleted or replaced during the session, so it was written again.':
    '会话文件在会话期间被删除或替换，已重新写入。',
  'This session is open in another process. Continuing in a copy: {}.':
    '该会话正在另一个进程中打开，将在副本中继续：{1}。',
  'Session {} is open in {}.': '会话 {1} 已在{2}中打开。',
  "Session {} is open in {}, which didn't let go of it within {} s.":
    '会话 {1} 已在{2}中打开，对方在 {3} 秒内没有释放。',
  'This session was taken over by {} (process {}) and continues there.':
    '该会话已被{1}（进程 {2}）接管，在那边继续。',
  "{} can't be resumed: neither its name nor its last message has a valid session id. Use --fork-session to continue in a copy.":
    '无法恢复 {1}：文件名和最后一条消息都没有有效的会话 id。用 --fork-session 在副本中继续。',
  'Nothing has happened yet in this conversation.': '对话还没有内容。',
  "Couldn't make a recap: {}": '无法概括：{1}',
  "Couldn't add up the spending: {}": '无法统计花费：{1}',
  "{}. Daily and project budgets can't be enforced.": '{1}。无法执行每日和项目预算。',
  'The budget of {} for {} is used up ({}). To continue, raise "budgets.{}.hard" in your settings.':
    '{2}的预算 {1} 已用完（{3}）。要继续，请在设置中提高 "budgets.{4}.hard"。',
  'Spending for {} has passed {} ({}).': '{1}的花费已超过 {2}（{3}）。',
  'this run': '本次运行',
  'this session': '本会话',
  today: '今天',
  'this project': '本项目',
  '{} spent': '已花费 {1}',
  'Nothing there can be removed: your messages, summaries and the last reply stay.':
    '其中没有可移出的内容：你的消息、摘要和最近的回答会保留。',
  "Compaction failed three times and won't run automatically again in this session. Nothing is lost. Try again with /compact.":
    '压缩已失败三次，本会话不再自动压缩。内容没有丢失。可用 /compact 重试。',
  'The conversation is about {} tokens long and auto-compact is off. Shorten it with /compact.':
    '对话约 {1} token，自动压缩已关闭。可用 /compact 压缩。',
  'The next request would be about {} tokens; {} takes {} and auto-compact is off. Turn it on (/autocompact on, or "autoCompactEnabled": true), use /compact, or start a new session.':
    '下一次请求约 {1} token；{2} 上限为 {3}，自动压缩已关闭。请开启它（/autocompact on，或 "autoCompactEnabled": true），用 /compact 压缩，或开始新会话。',
  'The command /{}': '命令 /{1}',
  'The tool {}': '工具 {1}',
  '{} from {} is ignored: {} has one with the same name, which takes precedence.':
    '{2}的{1}被忽略：{3}有同名项，优先使用。',
  'Capstan itself': 'Capstan 自身',
  'the plugin {}': '插件 {1}',
  'the organization': '组织',
  'your own files': '你自己的文件',
  'This session keeps no file history.': '本会话不保留文件历史。',
  'Files cannot be rewound while a turn is running: interrupt it first.':
    '轮次进行中无法回退文件，请先中断。',
  '{} was not changed: a copy of it could not be kept for a rewind ({}).':
    '{1} 未更改：无法为回退保留副本（{2}）。',
  'Memory is off in this session. It can be turned off by "autoMemoryEnabled", CAPSTAN_DISABLE_AUTO_MEMORY, --bare or --no-session-persistence.':
    '本会话的记忆已关闭，可能由 "autoMemoryEnabled"、CAPSTAN_DISABLE_AUTO_MEMORY、--bare 或 --no-session-persistence 关闭。',
  'There is nothing to remember.': '没有要记住的内容。',
  'A note can have at most {} characters.': '笔记最多 {1} 个字符。',
  'Remembered in {}. Only for you: git ignores it (.git/info/exclude).':
    '已记入 {1}。仅限你自己：git 会忽略它（.git/info/exclude）。',
  'Remembered in {}. Git may still commit it: add it to .gitignore.':
    '已记入 {1}。git 仍可能提交它：请加入 .gitignore。',
  'Remembered in {}.': '已记入 {1}。',
  "The sandbox is on but isn't available: {}": '沙箱已开启但不可用：{1}',
  '{}. Run it without?': '{1}。不用沙箱运行吗？',
  'The turn was ended because {}.': '本轮已结束：{1}。',
  'the same call was denied {} times in a row': '同一调用连续 {1} 次被拒绝',
  '{} calls were denied in this turn': '本轮有 {1} 次调用被拒绝',
  'There is no command to run.': '没有要运行的命令。',
  'This session cannot start agents.': '本会话不能启动智能体。',
  'Nobody can answer questions in this session.': '本会话中无人可回答问题。',
  'It is of a kind that was approved with the plan': '属于随规划批准的类型',
  'The reviewer of auto mode refused it: {}': '自动模式的审查拒绝了它：{1}',
  "The sandbox is on but isn't available here: {}. Commands run without it, with the usual permission prompts. {}":
    '沙箱已开启，但此处不可用：{1}。命令不经沙箱运行，照常询问权限。{2}',
  'The sandbox could not be made ready, so the command did not run: {}.': '无法准备沙箱，命令未运行：{1}。',
  'This session has no task list.': '本会话没有任务列表。',
  'There is no background task {}.': '没有后台任务 {1}。',
  'Capstan sometimes asks the model in the background what to remember. /cost shows what that costs; turn it off in /config or with /memory requests off.':
    'Capstan 有时会在后台询问模型该记住什么。/cost 显示其费用；可在 /config 中或用 /memory requests off 关闭。',
  '{} hooks failed: {}': '{1} 钩子失败：{2}',
  'Mode auto needs a reviewer, and this session has none. Choose another mode, such as acceptEdits.':
    'auto 模式需要审查者，本会话没有。请选择其他模式，例如 acceptEdits。',
  '{} has no fast mode. Switch with /model first: fast mode works with {}.':
    '{1} 没有快速模式。请先用 /model 切换：快速模式适用于 {2}。',
  "{} isn't one of the models you can use here: {}.": '此处不能使用 {1}，可用模型：{2}。',
  '{} has no extended thinking.': '{1} 没有扩展思考。',
  'No answer: {}': '没有回答：{1}',
  'Conversation cleared.': '对话已清空。',
  'Unknown command /{}. Did you mean /{}? /help lists the commands.':
    '未知命令 /{1}。是否为 /{2}？用 /help 查看命令。',
  'Unknown command /{}.{} /help lists the commands.': '未知命令 /{1}。用 /help 查看命令。',
  'Unknown command /{}. /help lists the commands.': '未知命令 /{1}。用 /help 查看命令。',
  "Can't write {}: {}": '无法写入 {1}：{2}',
  'That edit is no longer known. Use /rewind to restore files.': '找不到该修改。请用 /rewind 恢复文件。',
  '{} was moved. Nothing was changed.': '{1} 已移动。未作更改。',
  "{} is gone or isn't a text file. Nothing was changed.": '{1} 已不存在或不是文本文件。未作更改。',
  "{} can't hold its previous text. Nothing was changed.": '{1} 无法写回之前的文本。未作更改。',
  'Reverted the edit in {}.': '已还原 {1} 中的修改。',
  '{} was changed after it was created. Nothing was changed.': '{1} 创建后又被修改。未作更改。',
  'Removed the new file {}.': '已删除新文件 {1}。',
  "The file is gone or isn't a text file.": '文件已不存在或不是文本文件。',
  'The new file was changed since then.': '新文件此后被修改过。',
  'The file no longer contains what this edit wrote.': '文件中已没有这次修改写入的内容。',
  'What this edit wrote occurs more than once in the file.': '这次修改写入的内容在文件中出现多次。',
  '{}: {} Nothing was changed.': '{1}：{2}未作更改。',
  "None of the model's {} answers matches the JSON schema.": '模型的 {1} 个回答都不符合 JSON schema。',
  'A hook changed the input to something invalid: {}': '钩子把输入改成了无效内容：{1}',
  'A hook allowed it': '钩子允许了它',
  'A hook declined it': '钩子拒绝了它',
  'A hook decided.': '由钩子决定。',
  'The question was withdrawn before it was answered.': '询问在回答之前已撤回。',
  'A path of this call led to another file when it was decided than when the question was asked. Nothing was done.':
    '询问之后路径指向了另一个文件。未执行任何操作。',
  'The file changed while this was being decided, so the change would not be the one that was shown. {}':
    '决定期间文件已改变，改动会与显示的不同。',
  'What this call would do changed while it was being decided: {}': '决定期间此调用的作用已改变：{1}',
  'The changed input is invalid: {}': '修改后的输入无效：{1}',
  '{} failed inside Capstan: {}': '{1} 在 Capstan 内部出错：{2}',
  'There is no such {} rule there.': '那里没有这样的 {1} 规则。',
  "The rule is in {}:{}, which belongs to another program and can't be changed here. Remove it there.":
    '规则在 {1}:{2} 中，属于其他程序，此处不能更改。请在那里删除。',
  "An answer can't switch to mode {}. Switch it yourself, or start with --permission-mode {}.":
    '回答不能切换到 {1} 模式。请自行切换，或用 --permission-mode {2} 启动。',
  'The allow rule wasn\'t saved: only your administrator\'s rules apply on this machine ("allowManagedPermissionRulesOnly"). Only this call was allowed.':
    '未保存允许规则：本机只使用管理员的规则（"allowManagedPermissionRulesOnly"）。只允许了这一次调用。',
  "The {} rule {} wasn't saved: {}.": '未保存 {1} 规则 {2}：{3}。',
  "{} wasn't added: there is no such directory.": '未添加 {1}：没有这个目录。',
  'No permission question with id {} is open.': '没有 id 为 {1} 的权限询问。',
  '{} was called {} times with the same input and the same result.':
    '{1} 以相同输入调用了 {2} 次，结果相同。',
  "This session isn't saved, so there is nothing to rewind to.": '本会话未保存，无法回退。',
  "Message {} isn't an answer of the model in this session.": '消息 {1} 不是本会话中模型的回答。',
  'Went over to the branch with {}.': '已切换到分支 {1}。',
  'Went back to before {}. What followed stays in the session file as a branch.':
    '已回退到 {1} 之前。其后的内容保留为分支。',
  'The model ended without an answer.': '模型没有回答就结束了。',
  "{} isn't answering; switching to {}.": '{1} 没有响应，切换到 {2}。',
  'The model repeated itself; its reply was cut short.': '模型不断重复，已截断它的回答。',
  'The model kept repeating itself and was stopped {} times. Try another model, or say the next step in other words.':
    '模型不断重复，已停止 {1} 次。请换一个模型，或换一种说法给出下一步。',
  "{} doesn't support tool calls here; Capstan asks for them as text instead.":
    '{1} 在此不支持工具调用；Capstan 改为以文本方式调用。',
  "{} can't see images; they are left out.": '{1} 不支持图片，已省略。',
  "The server of {} doesn't report usage while streaming; token counts are estimates.":
    '{1} 的服务器在流式输出时不报告用量；token 数为估计值。',
  "{} doesn't take an effort level here; it is left out.": '{1} 在此不接受推理强度，已省略。',
  "{} doesn't give reasoning back here; it is not asked for.": '{1} 在此不返回推理内容，已不再请求。',
  'The server of {} wants the output limit under another name; adjusted.':
    '{1} 的服务器使用另一个输出上限参数名，已调整。',
  '{} keeps cutting off streamed replies; they are requested whole from now on.':
    '{1} 总是中断流式回复，从现在起改为一次性请求完整回复。',
  "The server of {} doesn't load tools on demand; their definitions are sent as text.":
    '{1} 的服务器不支持按需加载工具，工具定义改为以文本发送。',
  "{} doesn't take a temperature; it is left out.": '{1} 不接受 temperature，已省略。',
  '{} allows replies of up to {} tokens; the limit is lowered.': '{1} 的回答最多 {2} 个 token，已降低上限。',
  "{} can't be told which tool to use; that is left out.": '{1} 无法指定工具，已省略。',
  'The model declined to answer.': '模型拒绝回答。',
  'The reply reached the end of the context window.': '回答达到了上下文窗口的上限。',
  'The reply was cut off at the output limit, and so were {} attempts to continue it.':
    '回答在输出上限处被截断，{1} 次续写也被截断。',
  'The token budget of {} is used up ({} used).': 'token 预算 {1} 已用完（已用 {2}）。',
  'The model gave no answer that matches the JSON schema.': '模型没有给出符合 JSON schema 的回答。',
  'This attempt was discarded and the request repeated.': '这次回答已丢弃，已重新请求。',
  'Compaction failed ({}). Continuing with the full conversation.': '压缩失败（{1}）。将以完整对话继续。',
  'Stopped at the limit of {} turns.': '已达到 {1} 轮的上限，已停止。',
}
