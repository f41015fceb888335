import { area } from '../area.ts'

/** What commands about conversations and sessions answer. */
export const conversationAnswer = area('commands-conversation', {
  copy_takes: {
    en: '/copy takes a number, counting back from the last answer, or all, or code and the number of a block.',
    zh: '/copy 接受编号（从最近的回答往前数）、all，或 code 加代码块编号。',
  },
  no_code: { en: 'No answer has code to copy.', zh: '没有回答包含可复制的代码。' },
  no_such_code: {
    en: {
      one: 'The last answer with code has {count:number} block.',
      other: 'The last answer with code has {count:number} blocks.',
    },
    zh: '最近一个含代码的回答有 {count} 个代码块。',
  },
  no_such_answer: { en: 'No such answer to copy.', zh: '没有这个可复制的回答。' },
  ask_a_question: {
    en: 'Ask a question, for example: /btw which file was that in?',
    zh: '请输入问题，例如：/btw 那是哪个文件？',
  },
  model_silent: { en: 'The model gave no answer.', zh: '模型没有回答。' },
  nothing_to_recap: { en: 'There is nothing to recap.', zh: '没有可概括的内容。' },
  no_answer: { en: 'No answer: {why}', zh: '没有回答：{why}' },

  only_branch: {
    en: 'This is the only branch. /rewind starts another.',
    zh: '只有这一个分支。/rewind 可创建新分支。',
  },
  no_such_branch: {
    en: 'There is no branch {number}. /branch lists them.',
    zh: '没有分支 {number}。用 /branch 列出。',
  },
  on_that_branch: { en: 'Already on that branch.', zh: '已在该分支上。' },
  switched_branch: {
    en: 'Switched. The conversation continues after: {title}',
    zh: '已切换。对话从此处继续：{title}',
  },
  minutes: { en: '{count:number} min', zh: '{count} 分钟' },
  hours: { en: '{count:number} h', zh: '{count} 小时' },
  days: { en: '{count:number} d', zh: '{count} 天' },
  seconds: { en: '{count:number} s', zh: '{count} 秒' },
  nothing_said: { en: 'Nothing has been said yet.', zh: '还没有对话。' },
  tree_legend: { en: 'You are at the *; the | leads there.', zh: '* 为当前位置，| 为通往它的路径。' },
  nothing_to_fork: {
    en: "This session isn't saved, so there is nothing to copy.",
    zh: '本会话未保存，没有可复制的内容。',
  },
  fork_elsewhere: { en: 'To continue in a copy: {command}', zh: '在副本中继续：{command}' },
  subtask_usage: {
    en: 'Say what to do, for example: /subtask write tests for the parser',
    zh: '请说明要做什么，例如：/subtask 为解析器写测试',
  },
  subtask_started: {
    en: 'Started in the background ({id}). See /tasks for its progress.',
    zh: '已在后台启动（{id}）。用 /tasks 查看进度。',
  },

  rewind_usage: {
    en: '/rewind lists your messages; /rewind <number or id> shows what would change; add conversation, code or both to do it (--force also overwrites files someone else changed).',
    zh: '/rewind 列出你的消息；/rewind <编号或 id> 显示会更改什么；加 conversation、code 或 both 执行（--force 也覆盖他人修改的文件）。',
  },
  unexpected_argument: { en: 'Unexpected argument {argument}.', zh: '多余的参数 {argument}。' },
  which_message: { en: 'Which message?', zh: '哪条消息？' },
  no_such_scope: {
    en: "{word} isn't conversation, code or both.",
    zh: '{word} 不是 conversation、code 或 both。',
  },
  no_message_yet: {
    en: 'No message {target} here: nothing was said yet.',
    zh: '没有消息 {target}：还没有对话。',
  },
  no_such_message: {
    en: 'No message {target} here: the list goes from 1 to {last:number}.',
    zh: '没有消息 {target}：列表从 1 到 {last}。',
  },
  several_messages: {
    en: '{count:number} messages have an id starting with {target}. Give more characters.',
    zh: '有 {count} 条消息的 id 以 {target} 开头，请多输入几个字符。',
  },
  nothing_to_rewind: { en: 'Nothing to rewind yet.', zh: '还没有可回退的内容。' },
  not_all_listed: {
    en: "The first {count:number} aren't listed, but you can use their numbers.",
    zh: '最早的 {count} 条未列出，但仍可使用其编号。',
  },
  compacted_here: { en: '{title} (compacted here)', zh: '{title}（在此压缩）' },
  would_go_back: {
    en: 'Would go back to before "{title}". Kept as a branch: {count:number} of your messages and what followed.',
    zh: '将回退到“{title}”之前。你的 {count} 条消息及其后的内容保留为分支。',
  },
  went_back: {
    en: 'Went back to before "{title}". Kept as a branch: {count:number} of your messages and what followed.',
    zh: '已回退到“{title}”之前。你的 {count} 条消息及其后的内容保留为分支。',
  },
  compaction_undone: { en: 'The compaction since then is undone.', zh: '此后的压缩已撤销。' },
  message_was: { en: 'Your message there was:', zh: '你当时的消息：' },
  nothing_changed: { en: 'Nothing was changed.', zh: '未作更改。' },
  no_files_change: { en: 'No files need to change.', zh: '没有文件需要更改。' },
  would_change: {
    en: {
      one: 'Would change {count:number} file (+{insertions:number} -{deletions:number}):',
      other: 'Would change {count:number} files (+{insertions:number} -{deletions:number}):',
    },
    zh: '将更改 {count} 个文件（+{insertions} -{deletions}）：',
  },
  changed: {
    en: {
      one: 'Changed {count:number} file (+{insertions:number} -{deletions:number}):',
      other: 'Changed {count:number} files (+{insertions:number} -{deletions:number}):',
    },
    zh: '已更改 {count} 个文件（+{insertions} -{deletions}）：',
  },
  file_change: {
    en: '  {action}  {path}  +{insertions:number} -{deletions:number}',
    zh: '  {action}  {path}  +{insertions} -{deletions}',
  },
  skipped: { en: 'Skipped (--force overwrites):', zh: '已跳过（--force 可覆盖）：' },
  indented: { en: '  {text}', zh: '  {text}' },
  skipped_file: { en: '  {path}: {why}', zh: '  {path}：{why}' },
  not_covered: { en: 'Not covered:', zh: '无法回退：' },
  undo: { en: 'To undo: {command}', zh: '撤销：{command}' },

  cleared: {
    en: 'Conversation cleared. The session file still has it.',
    zh: '对话已清空。会话文件中仍有保留。',
  },
  list_sessions: {
    en: 'List sessions with capstan sessions list; resume one with capstan --resume <id>.',
    zh: '用 capstan sessions list 列出会话；用 capstan --resume <id> 恢复。',
  },
  resume_elsewhere: { en: 'To resume it: {command}', zh: '恢复它：{command}' },
  no_name: { en: 'This session has no name yet: /rename <name>', zh: '本会话还没有名称：/rename <名称>' },
  name: { en: 'Name: {name}', zh: '名称：{name}' },
  name_too_long: {
    en: 'A name can have at most {most:number} characters.',
    zh: '名称最多 {most} 个字符。',
  },
  renamed: { en: 'Renamed to: {name}', zh: '已重命名为：{name}' },
  tag_takes: {
    en: '/tag takes a word or two, such as /tag release; /tag off removes it.',
    zh: '/tag 接受一两个词，例如 /tag release；/tag off 删除标签。',
  },
  tag_too_long: { en: 'A tag has at most {most:number} characters.', zh: '标签最多 {most} 个字符。' },
  tag_removed: { en: 'The tag was removed.', zh: '标签已删除。' },
  tagged: { en: 'Tagged: {tag}', zh: '已加标签：{tag}' },

  exported: {
    en: 'Wrote {path} ({size} KB). Review it before sharing.',
    zh: '已写入 {path}（{size} KB）。分享前请检查。',
  },
  exported_ignored: {
    en: 'Wrote {path} ({size} KB). Git ignores it (.git/info/exclude). Review it before sharing.',
    zh: '已写入 {path}（{size} KB）。Git 会忽略它（.git/info/exclude）。分享前请检查。',
  },
  exported_offered: {
    en: 'Wrote {path} ({size} KB). Git may still offer it for a commit. Review it before sharing.',
    zh: '已写入 {path}（{size} KB）。Git 可能仍会提交它。分享前请检查。',
  },
  nothing_to_export: { en: 'Nothing to export yet.', zh: '还没有可导出的内容。' },
  export_exists: { en: '{path} already exists. Choose another name.', zh: '{path} 已存在，请换一个名称。' },
  export_failed: { en: "Can't write {path}: {why}", zh: '无法写入 {path}：{why}' },
  share_elsewhere: {
    en: 'Sharing needs a session that is served. Use /remote-control in a terminal, or run "capstan serve".',
    zh: '分享需要会话已对外提供。请在终端中使用 /remote-control，或运行 "capstan serve"。',
  },
  link_too_long: { en: 'A link to watch lasts at most 30 days.', zh: '观看链接最长有效 30 天。' },
  remote_elsewhere: {
    en: 'Remote control needs a session in a terminal. For others, run "capstan serve".',
    zh: '远程控制需要终端中的会话。其他情况请运行 "capstan serve"。',
  },
})
