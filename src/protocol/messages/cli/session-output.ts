import { area } from '../area.ts'

/** What the subcommands of `sessions` print. */
export const storedText = area('cli_stored', {
  no_stats: {
    en: 'No sessions. "--all" counts those of all directories.',
    zh: '没有会话。用 "--all" 统计所有目录的会话。',
  },
  overview: {
    en: '{sessions}, {turns}, {worked} of work ({tools} in tools), +{added:number} -{removed:number} lines',
    zh: '{sessions}，{turns}，工作 {worked}（其中工具 {tools}），+{added} -{removed} 行',
  },
  sessions: { en: { one: '{count:number} session', other: '{count:number} sessions' }, zh: '{count} 个会话' },
  turns: { en: { one: '{count:number} turn', other: '{count:number} turns' }, zh: '{count} 轮' },
  lines: { en: { one: '{count:number} line', other: '{count:number} lines' }, zh: '{count} 行' },
  messages: { en: { one: '{count:number} message', other: '{count:number} messages' }, zh: '{count} 条消息' },
  // As wide as its plural, so that columns stay.
  requests: { en: { one: '{number} request ', other: '{number} requests' }, zh: '{number} 次请求' },
  calls: { en: { one: '{number} call ', other: '{number} calls' }, zh: '{number} 次调用' },
  breaks: { en: { one: '{number} break ', other: '{number} breaks' }, zh: '{number} 次未命中' },
  total: { en: 'total', zh: '合计' },
  sent: { en: '{sent} tokens sent in all {received} received', zh: '共发送 {sent} token，接收 {received}' },
  from_cache: { en: '{share} of those sent from the cache', zh: '发送中 {share} 来自缓存' },
  price_unknown: { en: 'price unknown', zh: '价格未知' },
  at_least: { en: 'at least {usd}', zh: '至少 {usd}' },
  by_model: { en: 'By model', zh: '按模型' },
  by_source: { en: 'By source', zh: '按来源' },
  by_day: { en: 'By day', zh: '按日期' },
  tools: { en: 'Tools', zh: '工具' },
  tool_failed: { en: '{number} failed  {took}', zh: '{number} 次失败  {took}' },
  inexact: {
    en: {
      one: '{count:number} call ended early: the actual output and cost are higher.',
      other: '{count:number} calls ended early: the actual output and cost are higher.',
    },
    zh: '{count} 次调用提前结束：实际输出和费用会更高。',
  },
  cache: { en: 'Prompt cache', zh: '提示词缓存' },
  cache_share: {
    en: '{share} of {count} input tokens were read from it; {loss}',
    zh: '{count} 输入 token 中有 {share} 来自缓存；{loss}',
  },
  nothing_twice: { en: 'nothing was paid for twice', zh: '没有重复付费' },
  paid_again: { en: '{count} tokens were paid for again ({money})', zh: '重复付费 {count} token（{money}）' },
  resent: { en: '{count} tokens resent', zh: '重发 {count} token' },
  cached: { en: '{share} cached', zh: '缓存命中 {share}' },
  cache_missed: { en: 'Where the cache was missed', zh: '缓存未命中的会话' },
  lost_less: {
    en: {
      one: '… and {count:number} session that lost less; --json has them all',
      other: '… and {count:number} sessions that lost less; --json has them all',
    },
    zh: '… 另有 {count} 个会话损失较少；--json 列出全部',
  },
  uncertain: {
    en: 'Not certain: not every version of the file was kept.',
    zh: '不确定：该文件并非每个版本都有保留。',
  },
  where: { en: '{time}, turn {turn:number} of session {session}', zh: '{time}，会话 {session} 第 {turn} 轮' },
  changed_by: { en: '{how}, {where}', zh: '{how}，{where}' },
  asked: { en: 'asked: {text}', zh: '当时的要求：{text}' },
  after_last: {
    en: 'Not by a session: it came after the last known change.',
    zh: '不是会话改的：在最后一次已知修改之后出现。',
  },
  after: { en: 'Not by a session: it came after {where}.', zh: '不是会话改的：在 {where} 之后出现。' },
  by_none: { en: 'No session is known to have changed this file.', zh: '没有会话修改过此文件的记录。' },
  before_first: {
    en: 'Not by a session: it was there before the first known change ({where}).',
    zh: '不是会话改的：第一次已知修改（{where}）之前就已存在。',
  },
  kept_all: { en: 'Nothing was redacted.', zh: '未隐去任何内容。' },
  redacted: {
    en: 'What looks like a key or a password was redacted. Review it before sharing.',
    zh: '疑似密钥或密码的内容已隐去。分享前请检查。',
  },
  truncated: {
    en: 'Long texts are truncated; the session file has everything. Written by capstan {version} on {time}.',
    zh: '过长的文本已截断，完整内容见会话文件。由 capstan {version} 于 {time} 生成。',
  },
  wrote: { en: 'Wrote {path} ({size}, {turns}).', zh: '已写入 {path}（{size}，{turns}）。' },
  wrote_secrets: {
    en: 'Wrote {path} ({size}, {turns}, secrets included).',
    zh: '已写入 {path}（{size}，{turns}，包含密钥）。',
  },
  git_ignores: { en: 'Git ignores it (.git/info/exclude).', zh: 'git 会忽略它（.git/info/exclude）。' },
  more_matches: { en: '… and more: --limit {limit:number}', zh: '… 还有更多：--limit {limit}' },
  imported: { en: '{session}  {messages} from {file}', zh: '{session}  来自 {file}，{messages}' },
  imported_part: {
    en: '{session}  {messages} from {file} ({lines} skipped)',
    zh: '{session}  来自 {file}，{messages}（跳过 {lines}）',
  },
  imported_all: {
    en: '{imported:number} imported, {present:number} already here, {empty:number} without a conversation, {failed:number} failed.',
    zh: '导入 {imported} 个，已存在 {present} 个，没有对话 {empty} 个，失败 {failed} 个。',
  },
  mirrored: {
    en: '{copied:number} copied to {directory}, {extended:number} brought up to date, {current:number} unchanged, {kept:number} left alone, {failed:number} failed.',
    zh: '已复制到 {directory}：新增 {copied} 个，更新 {extended} 个，未变 {current} 个，未动 {kept} 个，失败 {failed} 个。',
  },
  nothing_to_purge: { en: 'Nothing to purge.', zh: '没有可清除的内容。' },
  prompt_history: { en: 'prompt history: {file}', zh: '提示词历史：{file}' },
  removed: { en: 'Removed:', zh: '已删除：' },
  would_remove: { en: 'Would remove:', zh: '将删除：' },
  amount_removed: { en: '{sessions}, {size} removed.', zh: '已删除 {sessions}，共 {size}。' },
  amount_to_remove: {
    en: '{sessions}, {size}. Nothing was removed: add --yes to do it.',
    zh: '{sessions}，共 {size}。尚未删除：加 --yes 执行。',
  },
  scanned: {
    en: { one: '{count:number} file scanned, {found}.', other: '{count:number} files scanned, {found}.' },
    zh: '已扫描 {count} 个文件，{found}。',
  },
  secrets: {
    en: { one: '{count:number} secret found', other: '{count:number} secrets found' },
    zh: '发现 {count} 个密钥',
  },
  secret_at: { en: 'line {line:number}: {marker}', zh: '第 {line} 行：{marker}' },
  secret_in: { en: 'line {line:number}, {field}: {marker}', zh: '第 {line} 行，{field}：{marker}' },
  more: { en: '… and {count:number} more', zh: '… 还有 {count} 个' },
  too_long: {
    en: {
      one: '{count:number} line is too long to scan',
      other: '{count:number} lines are too long to scan',
    },
    zh: '{count} 行过长，未扫描',
  },
  redacted_copy: { en: 'Redacted copy: {path}', zh: '隐去密钥的副本：{path}' },
  untitled: { en: 'Session', zh: '会话' },
  turns_left: {
    en: {
      one: '({count:number} of {turns} is not shown: --turns from-to, or --all)',
      other: '({count:number} of {turns} are not shown: --turns from-to, or --all)',
    },
    zh: '（{turns} 中有 {count} 轮未显示：--turns 起-止，或 --all）',
  },
  turns_aside: { en: '({turns} on other branches: --all)', zh: '（另有 {turns} 在其他分支：--all）' },
  damaged: {
    en: '({lines} cannot be read: capstan sessions verify)',
    zh: '（{lines} 无法读取：capstan sessions verify）',
  },
  summary_turn: { en: 'Compaction: what the model continues with', zh: '压缩：模型由此继续' },
  other_branch: { en: 'other branch', zh: '其他分支' },
  agent: { en: 'agent {id}: {task}', zh: '智能体 {id}：{task}' },
  thinking: { en: '(thinking) {text}', zh: '（思考）{text}' },
  picture: { en: '[picture]', zh: '[图片]' },
  more_lines: { en: '… {count:number} more lines', zh: '… 还有 {count} 行' },
  repaired: {
    en: 'Repaired copy: {path} ({lines} left out, {messages} relinked)',
    zh: '修复后的副本：{path}（略去 {lines}，重新关联 {messages}）',
  },
  resume_it: {
    en: 'Resume it with: capstan -p --resume {name} "…"',
    zh: '恢复该会话：capstan -p --resume {name} "…"',
  },
  checked: {
    en: {
      one: '{count:number} session checked, {damaged:number} damaged.',
      other: '{count:number} sessions checked, {damaged:number} damaged.',
    },
    zh: '已检查 {count} 个会话，{damaged} 个损坏。',
  },
  problem_at: { en: 'line {line:number}: {kind}: {text}', zh: '第 {line} 行：{kind}：{text}' },
  torn: { en: 'torn', zh: '行不完整' },
  corrupt: { en: 'corrupt', zh: '损坏' },
  too_long_line: { en: 'too long', zh: '过长' },
  duplicate_uuid: { en: 'duplicate uuid', zh: 'uuid 重复' },
  missing_parent: { en: 'missing parent', zh: '缺少上级' },
  cycle: { en: 'cycle', zh: '循环' },
  call_without_result: { en: 'call without result', zh: '调用没有结果' },
  result_without_call: { en: 'result without call', zh: '结果没有对应的调用' },
})
