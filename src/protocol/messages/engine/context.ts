import { area } from '../area.ts'

export const contextText = area('context', {
  compaction_failed: {
    en: 'Compaction failed ({reason}). Continuing with the full conversation.',
    zh: '压缩失败（{reason}）。将以完整对话继续。',
  },
  nothing_since: {
    en: 'There is nothing to compact: the model has not said anything since the last time.',
    zh: '没有可压缩的内容：上次压缩后模型还没有回答。',
  },
  nothing_yet: {
    en: 'There is nothing to compact yet: the model has not said anything.',
    zh: '还没有可压缩的内容：模型还没有回答。',
  },
  not_compacted_because: {
    en: "Couldn't compact the conversation: {reason}. Nothing was changed.",
    zh: '无法压缩对话，未作更改：{reason}',
  },
  not_compacted: { en: "Couldn't compact the conversation.", zh: '无法压缩对话。' },
  would_grow: {
    en: 'about {before} tokens would have become {after}',
    zh: '约 {before} token 会变成 {after} token',
  },
  hook_blocked: {
    en: 'A PreCompact hook blocked the compaction: {reason}',
    zh: 'PreCompact 钩子阻止了压缩：{reason}',
  },
  no_message: {
    en: 'There is no message {id} in the conversation since it was last compacted.',
    zh: '上次压缩之后的对话中没有消息 {id}。',
  },
  nothing_before: {
    en: 'There is nothing to compact before that message.',
    zh: '该消息之前没有可压缩的内容。',
  },
  nothing_after: {
    en: 'There is nothing to compact after that message.',
    zh: '该消息之后没有可压缩的内容。',
  },
  compacted: {
    en: 'The conversation was compacted: about {before} tokens before, {after} after. Every word of it stays in the session file.',
    zh: '对话已压缩：之前约 {before} token，之后 {after}。会话文件保留全部内容。',
  },
  full_again: {
    en: {
      one: 'The conversation filled up again after {count:number} reply. Something large comes into it each time: /context shows what.',
      other:
        'The conversation filled up again after {count:number} replies. Something large comes into it each time: /context shows what.',
    },
    zh: '才过 {count} 次回答，上下文又满了，每次都有较大的内容加入：用 /context 查看。',
  },
  snipped: {
    en: "Messages that are no longer needed aren't sent anymore, about {tokens:number} tokens.",
    zh: '不再需要的消息已停止发送，约 {tokens} token。',
  },
  cleared: {
    en: "Old tool results aren't sent anymore, about {tokens:number} tokens.",
    zh: '旧的工具结果已停止发送，约 {tokens} token。',
  },
  collapsed: {
    en: 'Finished work is now sent as a summary, about {tokens:number} tokens.',
    zh: '已完成的工作改为发送摘要，约 {tokens} token。',
  },
  nothing_removable: {
    en: 'Nothing there can be removed: your messages, summaries and the last reply stay.',
    zh: '其中没有可移出的内容：你的消息、摘要和最近的回答会保留。',
  },
  gave_up: {
    en: "Compaction failed three times and won't run automatically again in this session. Nothing is lost. Try again with /compact.",
    zh: '压缩已失败三次，本会话不再自动压缩。内容没有丢失。可用 /compact 重试。',
  },
  long: {
    en: 'The conversation is about {tokens:number} tokens long and auto-compact is off. Shorten it with /compact.',
    zh: '对话约 {tokens} token，自动压缩已关闭。可用 /compact 压缩。',
  },
  too_long: {
    en: 'The next request would be about {tokens:number} tokens; {model} takes {window:number} and auto-compact is off. Turn it on (/autocompact on, or "autoCompactEnabled": true), use /compact, or start a new session.',
    zh: '下一次请求约 {tokens} token；{model} 上限为 {window}，自动压缩已关闭。请开启它（/autocompact on，或 "autoCompactEnabled": true），用 /compact 压缩，或开始新会话。',
  },
  nothing_to_remember: { en: 'There is nothing to remember.', zh: '没有要记住的内容。' },
  note_too_long: {
    en: 'A note can have at most {characters:number} characters.',
    zh: '笔记最多 {characters} 个字符。',
  },
  remembered: { en: 'Remembered in {path}.', zh: '已记入 {path}。' },
  remembered_ignored: {
    en: 'Remembered in {path}. Only for you: git ignores it (.git/info/exclude).',
    zh: '已记入 {path}。仅限你自己：git 会忽略它（.git/info/exclude）。',
  },
  remembered_committable: {
    en: 'Remembered in {path}. Git may still commit it: add it to .gitignore.',
    zh: '已记入 {path}。git 仍可能提交它：请加入 .gitignore。',
  },
})
