import { area } from '../area.ts'

/** Why a request did not find its beginning in the cache. */
export const cacheText = area('cache', {
  because: { en: '{note} ({area}: {detail})', zh: '{note}（{area}：{detail}）' },
  media: { en: 'old pictures or documents: {detail}', zh: '旧的图片或文档：{detail}' },
  unexplained: { en: '{area}: {detail}', zh: '{area}：{detail}' },
  summary: { en: 'a summary by the model', zh: '由模型生成摘要' },
  notes: { en: 'session notes plus the most recent messages', zh: '会话笔记加最近的消息' },
  compacted: { en: 'the conversation was compacted', zh: '对话已压缩' },
  removed: {
    en: { one: '{count:number} message was removed', other: '{count:number} messages were removed' },
    zh: '移出了 {count} 条消息',
  },
  old_results: {
    en: { one: '{count:number} old result', other: '{count:number} old results' },
    zh: '{count} 条旧结果',
  },
  summarized: {
    en: { one: '{count:number} message was summarized', other: '{count:number} messages were summarized' },
    zh: '{count} 条消息改为摘要',
  },
  first: { en: 'nothing was sent before', zh: '之前没有发送过' },
  resumed: { en: 'not as the earlier process sent it', zh: '与之前进程发送的不同' },
  expired: { en: '{minutes:number} minutes since the previous request', zh: '距上次请求 {minutes} 分钟' },
  provider_cleared: { en: 'the provider cleared old results', zh: '提供商清除了旧结果' },
  not_served: { en: "the same prefix wasn't served from the cache", zh: '相同的前缀没有命中缓存' },
  moved: { en: 'the conversation goes on from another message', zh: '对话从另一条消息继续' },
  block: {
    en: 'message {message:number} of {messages:number} ({role}), block {block:number}',
    zh: '第 {message}/{messages} 条消息（{role}），第 {block} 块',
  },
  added: { en: 'added {names:list}', zh: '新增 {names:list}' },
  described: { en: 'the description of {name} changed', zh: '{name} 的说明已更改' },
  came_before: { en: '{name} came before {other}', zh: '{name} 排到了 {other} 之前' },
  gone: { en: '{name} is gone', zh: '{name} 已移除' },
  part: { en: 'part {part:number}: {change}', zh: '第 {part} 部分：{change}' },
  new_part: { en: 'part {part:number} is new', zh: '第 {part} 部分是新增的' },
  one_gone: { en: 'one is gone', zh: '有一个已移除' },
  part_number: { en: 'part {part:number}', zh: '第 {part} 部分' },
  within_first: { en: 'within the first {count:number}', zh: '前 {count} 条之内' },
  part_gone: { en: 'it is gone', zh: '已移除' },
  line_added: { en: '{line} was added', zh: '新增了 {line}' },
  line_changed: { en: '{before} → {after}', zh: '{before} → {after}' },
  nothing: { en: 'nothing', zh: '无' },
})
