/** What commands say: the English line with {} for what varies, and the Chinese one with {1}, {2} … for the same. */
export const SENTENCES_ZH: Readonly<Record<string, string>> = {
  'Added {} as a working directory. {}': '已将 {1} 添加为工作目录。{2}',
  'Saved for later sessions in this project.': '已保存，本项目之后的会话也有效。',
  'For this session only; add --save to keep it.': '仅限本次会话；加 --save 可保存。',
  'Which directory? For example: /add-dir ../other': '哪个目录？例如：/add-dir ../other',
  'Auto-compact is off. Turn it on with /autocompact on, or run /compact now.':
    '自动压缩已关闭。用 /autocompact on 开启，或立即运行 /compact。',
  'Auto-compact is on: it runs at about {} tokens; this conversation has about {}.':
    '自动压缩已开启：约 {1} token 时进行；当前对话约 {2}。',
  '/{} takes on or off.': '/{1} 只接受 on 或 off。',
  'Auto-compact is on': '自动压缩已开启',
  'Auto-compact is off': '自动压缩已关闭',
  '{}. Saved in {}.': '{1}。已保存到 {2}。',
  '{} Saved in {}.': '{1}已保存到 {2}。',
  'In the background: {}. /tasks shows it.': '已转入后台：{1}。用 /tasks 查看。',
  'No running command to move to the background.': '没有可转入后台的命令。',
  'This is the only branch. /rewind starts another.': '只有这一个分支。/rewind 可创建新分支。',
  'There is no branch {}. /branch lists them.': '没有分支 {1}。用 /branch 列出。',
  'Already on that branch.': '已在该分支上。',
  'Switched. The conversation continues after: {}': '已切换。对话从此处继续：{1}',
  'Ask a question, for example: /btw which file was that in?': '请输入问题，例如：/btw 那是哪个文件？',
  'No token budget: each turn ends when the model is done.': '没有 token 预算：模型完成后本轮即结束。',
  'Each turn works with {} output tokens: it goes on until they are nearly used up, and ends when they are. /budget off removes that.':
    '每轮有 {1} 个输出 token：接近用完前会继续，用完即结束。/budget off 取消。',
  '/budget takes an amount in USD (5), a number of tokens (500k), or off.':
    '/budget 接受美元金额（5）、token 数（500k）或 off。',
  'You can spend at most {} more: your administrator allows no more.': '最多还能花费 {1}：管理员设有上限。',
  'You can spend {} more in this run.': '本次运行还可花费 {1}。',
  'No spending limit. Set one for this run with /budget 5, or permanently with "budgets" in your settings.':
    '没有花费上限。用 /budget 5 为本次运行设置，或在设置的 "budgets" 中长期设置。',
  'No request has been made yet.': '还没有发出请求。',
  '{}, {} of the input from the cache; {}.': '{1}，{2} 的输入来自缓存；{3}。',
  '1 request': '1 次请求',
  '{} requests': '{1} 次请求',
  'nothing was paid for twice': '没有重复付费',
  '{} tokens were paid for again ({})': '{1} token 重复付费（{2}）',
  'price unknown': '价格未知',
  'Now working in {}.': '工作目录现为 {1}。',
  "{} isn't a directory.": '{1} 不是目录。',
  'Conversation cleared. The session file still has it.': '对话已清空。会话文件中仍有保留。',
  'The full conversation is in the session file: {}': '完整对话在会话文件中：{1}',
  'To resume from before this: {}': '恢复到此前的状态：{1}',
  'About {} tokens became {} ({}).': '约 {1} token 压缩为 {2}（{3}）。',
  'a summary by the model': '由模型生成摘要',
  'session notes plus the most recent messages': '会话笔记加最近的消息',
  'Nothing was changed: about {} tokens would become {}. Your messages and the record of what was done are kept word for word, so there is nothing to gain yet.':
    '未作更改：约 {1} token 会变为 {2}。你的消息和操作记录会原样保留，因此现在压缩没有收益。',
  'Nothing was changed: the conversation is too short to compact. Nearly all of its {} tokens (estimated) are prompt, tools and files; see /context.':
    '未作更改：对话太短，无需压缩。其 {1} token（估计）几乎都是提示、工具和文件；见 /context。',
  'Preview, nothing was changed: about {} tokens would become {} ({}).':
    '预览，未作更改：约 {1} token 会压缩为 {2}（{3}）。',
  'Replaces what is no longer sent:': '以下内容将替代不再发送的部分：',
  'Verbatim:': '原样保留：',
  'Kept verbatim: {}.': '原样保留：{1}。',
  'Nothing is set: all defaults.': '没有更改任何设置：全部为默认值。',
  '/config takes key=value, such as theme=dark.': '/config 接受 key=value，例如 theme=dark。',
  'Give {} a value, or remove it from the settings file.': '请为 {1} 指定值，或从设置文件中删除它。',
  '{} is now {} in {}. Takes effect the next time you start Capstan.':
    '已在 {3} 中将 {1} 设为 {2}。下次启动 Capstan 时生效。',
  '{} is now {} in {}.': '已在 {3} 中将 {1} 设为 {2}。',
  "{} isn't set; the default applies.": '{1} 未设置，使用默认值。',
  "{} isn't set; the default is {}.": '{1} 未设置，默认为 {2}。',
  'Cache: {} of all input so far; see /cache.': '缓存：占全部输入的 {1}；见 /cache。',
  '{}: about {} of {} tokens ({})': '{1}：约 {2} / {3} token（{4}）',
  'Automatic compaction is off.': '自动压缩已关闭。',
  'Compaction begins at {} tokens: your next message compacts first.':
    '到 {1} token 时压缩：下一条消息会先触发压缩。',
  'Compaction begins at {} tokens: room for {} more.': '到 {1} token 时压缩：还剩 {2}。',
  'The provider counts {} × our estimate; numbers are corrected for that.':
    '提供商的计数是我们估计的 {1} 倍，已据此修正。',
  '/copy takes a number, counting back from the last answer, or all.':
    '/copy 接受编号（从最近的回答往前数）或 all。',
  'No such answer to copy.': '没有这个可复制的回答。',
  'Time: {} model time ({} without retries), {} tool time.': '用时：模型 {1}（不含重试 {2}），工具 {3}。',
  'Lines: {} added, {} removed.': '行数：新增 {1}，删除 {2}。',
  'Cost: at least {}; the price of {} is unknown.': '费用：至少 {1}；{2} 的价格未知。',
  'Cost: at least {}': '费用：至少 {1}',
  'Cost: {}': '费用：{1}',
  'Background (notes, memory): {}, {} % of all input, {}.':
    '后台（笔记、记忆）：{1}，占全部输入的 {2} %，{3}。',
  'Session: {}, in {}': '会话：{1}，位于 {2}',
  'Session: {}': '会话：{1}',
  'Turn: running; {} queued, {} background tasks': '轮次：进行中；排队 {1}，后台任务 {2}',
  'Turn: none; {} queued, {} background tasks': '轮次：无；排队 {1}，后台任务 {2}',
  'Memory: {} MB, {} MB of it in use': '内存：{1} MB，其中已用 {2} MB',
  'Log: {}': '日志：{1}',
  'Nothing is logged. Start with --debug to write a log, or check the session with capstan sessions verify.':
    '没有日志。用 --debug 启动可写日志，或用 capstan sessions verify 检查会话。',
  'No files were changed in this session.': '本会话没有更改文件。',
  '(not text)': '（不是文本）',
  '(truncated)': '（已截断）',
  'Run capstan doctor, or /doctor in an interactive session.':
    '请运行 capstan doctor，或在交互会话中使用 /doctor。',
  'No memories to tidy yet.': '还没有可整理的记忆。',
  'Memories are already being tidied. Nothing was changed here; check again later.':
    '记忆正在整理中。此处未作更改，请稍后再看。',
  "Couldn't tidy the memories: {}. They are unchanged.": '无法整理记忆：{1}。记忆未更改。',
  'Memories are tidy: nothing to change.': '记忆已经整齐，无需更改。',
  'Rewritten: {}': '已改写：{1}',
  'Removed: {}': '已删除：{1}',
  'Backup: {}': '备份：{1}',
  '/effort takes {} or default.': '/effort 接受 {1} 或 default。',
  'The effort is {}. It can be {} or default.': '思考强度为 {1}。可选：{2} 或 default。',
  "the model's default": '模型默认值',
  'Nothing to exit: Capstan ends after this answer.': '无需退出：回答之后 Capstan 即结束。',
  'Wrote {} ({} KB). Git ignores it (.git/info/exclude). Review it before sharing.':
    '已写入 {1}（{2} KB）。Git 会忽略它（.git/info/exclude）。分享前请检查。',
  'Wrote {} ({} KB). Git may still offer it for a commit. Review it before sharing.':
    '已写入 {1}（{2} KB）。Git 可能仍会提交它。分享前请检查。',
  'Wrote {} ({} KB). Review it before sharing.': '已写入 {1}（{2} KB）。分享前请检查。',
  'Fast mode is on: {} answers faster and costs more from the next message on.':
    '快速模式已开启：从下一条消息起，{1} 回答更快，价格更高。',
  'Fast mode is off.': '快速模式已关闭。',
  'Nothing in this session would ask under your rules.': '按现有规则，本会话中没有会询问的操作。',
  'To allow some of them in this project: /fewer-permission-prompts 1 3. Undo with /permissions.':
    '在本项目中允许其中一些：/fewer-permission-prompts 1 3。用 /permissions 撤销。',
  'Now allowed in this project: {}': '本项目已加入允许列表：{1}',
  "{} isn't one of the numbers. Run the command without numbers to see the list.":
    '没有编号 {1}。不带编号运行可查看列表。',
  "This session isn't saved, so there is nothing to copy.": '本会话未保存，没有可复制的内容。',
  'To continue in a copy: {}': '在副本中继续：{1}',
}
