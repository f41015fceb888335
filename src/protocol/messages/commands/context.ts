import { area } from '../area.ts'

/** What commands about context, memory and cost answer. */
export const contextAnswer = area('commands-context', {
  no_request: { en: 'No request has been made yet.', zh: '还没有发出请求。' },
  cache_summary: {
    en: '{requests}, {share} of the input from the cache; {lost}.',
    zh: '{requests}，{share} 的输入来自缓存；{lost}。',
  },
  requests: { en: { one: '1 request', other: '{number} requests' }, zh: '{number} 次请求' },
  nothing_lost: { en: 'nothing was paid for twice', zh: '没有重复付费' },
  paid_again: {
    en: '{tokens} tokens were paid for again ({money})',
    zh: '{tokens} token 重复付费（{money}）',
  },
  price_unknown: { en: 'price unknown', zh: '价格未知' },
  cache_break: {
    en: '{time} {cause}{where}: {detail}; {tokens} tokens again{money}',
    zh: '{time} {cause}{where}：{detail}；重复 {tokens} token{money}',
  },
  from_byte: { en: ' from byte {byte}', zh: '（自第 {byte} 字节）' },
  and_money: { en: ', {money}', zh: '，{money}' },
  first_request: { en: 'first_request', zh: '首次请求' },
  model_changed: { en: 'model_changed', zh: '更换了模型' },
  options_changed: { en: 'options_changed', zh: '选项变化' },
  system_changed: { en: 'system_changed', zh: '系统提示词变化' },
  tools_changed: { en: 'tools_changed', zh: '工具变化' },
  tool_loaded: { en: 'tool_loaded', zh: '加载了工具' },
  compaction: { en: 'compaction', zh: '已压缩' },
  results_cleared: { en: 'results_cleared', zh: '清理了旧结果' },
  messages_removed: { en: 'messages_removed', zh: '移出了消息' },
  resumed: { en: 'resumed', zh: '恢复了会话' },
  upgraded: { en: 'upgraded', zh: 'Capstan 版本变化' },
  expired: { en: 'expired', zh: '缓存已过期' },
  provider: { en: 'provider', zh: '被提供商清除' },
  unexplained: { en: 'unexplained', zh: '原因不明' },

  full_conversation: {
    en: 'The full conversation is in the session file: {command}',
    zh: '完整对话在会话文件中：{command}',
  },
  resume_before: { en: 'To resume from before this: {command}', zh: '恢复到此前的状态：{command}' },
  compacted: {
    en: 'About {before} tokens became {after} ({by}).',
    zh: '约 {before} token 压缩为 {after}（{by}）。',
  },
  by_summary: { en: 'a summary by the model', zh: '由模型生成摘要' },
  by_notes: { en: 'session notes plus the most recent messages', zh: '会话笔记加最近的消息' },
  compacting_gains_nothing: {
    en: 'Nothing was changed: about {before} tokens would become {after}. Your messages and the record of what was done are kept word for word, so there is nothing to gain yet.',
    zh: '未作更改：约 {before} token 会变为 {after}。你的消息和操作记录会原样保留，因此现在压缩没有收益。',
  },
  too_short_to_compact: {
    en: 'Nothing was changed: the conversation is too short to compact. Nearly all of its {before} tokens (estimated) are prompt, tools and files; see /context.',
    zh: '未作更改：对话太短，无需压缩。其 {before} token（估计）几乎都是系统提示词、工具和文件；见 /context。',
  },
  compact_preview: {
    en: 'Preview, nothing was changed: about {before} tokens would become {after} ({by}).',
    zh: '预览，未作更改：约 {before} token 会压缩为 {after}（{by}）。',
  },
  replaces: { en: 'Replaces what is no longer sent:', zh: '以下内容将替代不再发送的部分：' },
  verbatim: { en: 'Verbatim:', zh: '原样保留：' },
  kept_verbatim: { en: 'Kept verbatim: {kinds:list}.', zh: '原样保留：{kinds:list}。' },
  kept_request: { en: '- request: {text}', zh: '- 请求：{text}' },
  kept_todo: { en: '- to-do: {text}', zh: '- 待办：{text}' },
  kept_plan: { en: '- plan: {text}', zh: '- 计划：{text}' },
  kept_effect: { en: '- effect: {text}', zh: '- 操作：{text}' },
  kept_refused: { en: '- refusal: {text}', zh: '- 拒绝：{text}' },
  kept_message: { en: '- message: {text}', zh: '- 消息：{text}' },
  count_request: {
    en: { one: '{count:number} request', other: '{count:number} requests' },
    zh: '{count} 次请求',
  },
  count_todo: { en: { one: '{count:number} to-do', other: '{count:number} to-dos' }, zh: '{count} 项待办' },
  count_plan: { en: { one: '{count:number} plan', other: '{count:number} plans' }, zh: '{count} 份计划' },
  count_effect: {
    en: { one: '{count:number} effect', other: '{count:number} effects' },
    zh: '{count} 条操作记录',
  },
  count_refused: {
    en: { one: '{count:number} refusal', other: '{count:number} refusals' },
    zh: '{count} 条拒绝',
  },
  count_message: {
    en: { one: '{count:number} message', other: '{count:number} messages' },
    zh: '{count} 条消息',
  },
  auto_compact_off: {
    en: 'Auto-compact is off. Turn it on with /autocompact on, or run /compact now.',
    zh: '自动压缩已关闭。用 /autocompact on 开启，或立即运行 /compact。',
  },
  auto_compact_on: {
    en: 'Auto-compact is on: it runs at about {limit} tokens; this conversation has about {tokens}.',
    zh: '自动压缩已开启：约 {limit} token 时进行；当前对话约 {tokens}。',
  },
  auto_compact_turned_on: {
    en: 'Auto-compact is on. Saved in {file}.',
    zh: '自动压缩已开启。已保存到 {file}。',
  },
  auto_compact_window: {
    en: 'Auto-compact is on and runs at about {limit} tokens. Saved in {file}.',
    zh: '自动压缩已开启，约 {limit} token 时进行。已保存到 {file}。',
  },
  auto_compact_takes: {
    en: '/autocompact takes on, off, auto (the model’s own window), or a window of 100k to 1m tokens, such as 200k.',
    zh: '/autocompact 接受 on、off、auto（按模型的窗口），或 100k 到 1m token 的窗口，例如 200k。',
  },
  auto_compact_turned_off: {
    en: 'Auto-compact is off. Saved in {file}.',
    zh: '自动压缩已关闭。已保存到 {file}。',
  },
  nothing_to_remove: { en: 'There is nothing to remove yet.', zh: '还没有可移出的内容。' },
  snip_usage: {
    en: '/snip <id> removes one, /snip <first> <last> a range. Your messages and the last reply always stay.',
    zh: '/snip <id> 移出一条，/snip <首> <末> 移出一段。最近的回答和你的消息始终保留。',
  },
  snip_takes: {
    en: '/snip takes one id, or the first and the last of a range.',
    zh: '/snip 接受一个 id，或一段的首尾两个 id。',
  },
  no_such_reply: { en: 'There is no reply {id}. /snip lists them.', zh: '没有回答 {id}。用 /snip 列出。' },
  removed: {
    en: 'Removed from the next request on: about {tokens} tokens.',
    zh: '从下一次请求起移出：约 {tokens} token。',
  },

  context_summary: {
    en: '{model}: about {tokens} of {window} tokens ({share})',
    zh: '{model}：约 {tokens} / {window} token（{share}）',
  },
  cache_share: {
    en: 'Cache: {share} of all input so far; see /cache.',
    zh: '缓存：占全部输入的 {share}；见 /cache。',
  },
  compacts_never: { en: 'Auto-compact is off.', zh: '自动压缩已关闭。' },
  compacts_next: {
    en: 'Auto-compacts at {limit} tokens: your next message compacts first.',
    zh: '到 {limit} token 时压缩：下一条消息会先触发压缩。',
  },
  compacts_later: {
    en: 'Auto-compacts at {limit} tokens: room for {room} more.',
    zh: '到 {limit} token 时压缩：还剩 {room}。',
  },
  estimate_corrected: {
    en: 'The provider counts {factor} × our estimate; numbers are corrected for that.',
    zh: '提供商的计数是我们估计的 {factor} 倍，已据此修正。',
  },
  part_system: { en: 'system prompt', zh: '系统提示词' },
  part_tools: { en: 'tool', zh: '工具' },
  part_instructions: { en: 'instructions', zh: '说明文件' },
  part_memory: { en: 'memory', zh: '记忆' },
  part_summary: { en: 'summary', zh: '摘要' },
  part_user: { en: 'you', zh: '你' },
  part_assistant: { en: 'assistant', zh: '回答' },
  part_tool_result: { en: 'results of', zh: '工具结果' },
  part_attachment: { en: 'attachment', zh: '附件' },
  no_files: { en: 'No files read or changed yet.', zh: '还没有读取或修改文件。' },
})
