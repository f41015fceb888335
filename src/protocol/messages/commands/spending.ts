import { area } from '../area.ts'

/** What /cost, /budget and /insights answer. */
export const spendingAnswer = area('commands-spending', {
  cost: { en: 'Cost: {money}', zh: '费用：{money}' },
  cost_at_least: {
    en: 'Cost: at least {money}; the price of {models:list} is unknown.',
    zh: '费用：至少 {money}；{models:list} 的价格未知。',
  },
  time: {
    en: 'Time: {model} model time ({bare} without retries), {tools} tool time.',
    zh: '用时：模型 {model}（不含重试 {bare}），工具 {tools}。',
  },
  lines: {
    en: 'Lines: {added:number} added, {removed:number} removed.',
    zh: '行数：新增 {added}，删除 {removed}。',
  },
  background: {
    en: 'Background (notes, memory): {requests}, {share} % of all input, {money}.',
    zh: '后台（笔记、记忆）：{requests}，占全部输入的 {share} %，{money}。',
  },
  requests: { en: { one: '1 request', other: '{count:number} requests' }, zh: '{count} 次请求' },
  no_token_budget: {
    en: 'No token budget: each turn ends when the model is done.',
    zh: '没有 token 预算：模型完成后本轮即结束。',
  },
  token_budget: {
    en: 'Each turn works with {tokens} output tokens: it goes on until they are nearly used up, and ends when they are. /budget off removes that.',
    zh: '每轮有 {tokens} 个输出 token：接近用完前会继续，用完即结束。/budget off 取消。',
  },
  budget_takes: {
    en: '/budget takes an amount in USD (5), a number of tokens (500k), or off.',
    zh: '/budget 接受美元金额（5）、token 数（500k）或 off。',
  },
  spend_at_most: {
    en: 'You can spend at most {money} more: your administrator allows no more.',
    zh: '最多还能花费 {money}：管理员设有上限。',
  },
  spend_more: { en: 'You can spend {money} more in this run.', zh: '本次运行还可花费 {money}。' },
  no_limit: {
    en: 'No spending limit. Set one for this run with /budget 5, or permanently with "budgets" in your settings.',
    zh: '没有花费上限。用 /budget 5 为本次运行设置，或在设置的 "budgets" 中长期设置。',
  },
  this_run: { en: 'this run', zh: '本次运行' },
  this_session: { en: 'this session', zh: '本会话' },
  today: { en: 'today', zh: '今天' },
  this_project: { en: 'this project', zh: '本项目' },
  insights_takes: {
    en: '/insights takes a number of days, such as 7.',
    zh: '/insights 接受天数，例如 7。',
  },
  nothing_saved: {
    en: "This session isn't saved, so there is nothing to look back at.",
    zh: '本会话未保存，没有可回顾的内容。',
  },
  no_sessions: {
    en: {
      one: 'No sessions in this directory in the last day.',
      other: 'No sessions in this directory in the last {count:number} days.',
    },
    zh: '此目录最近 {count} 天没有会话。',
  },
  insights: {
    en: {
      one: 'The last day here: {sessions}, {turns}, {work} of work, {money}, +{added:number} -{removed:number} lines.',
      other:
        'The last {count:number} days here: {sessions}, {turns}, {work} of work, {money}, +{added:number} -{removed:number} lines.',
    },
    zh: '此处最近 {count} 天：{sessions}，{turns}，工作 {work}，{money}，+{added} -{removed} 行。',
  },
  sessions: { en: { one: '{count:number} session', other: '{count:number} sessions' }, zh: '{count} 个会话' },
  turns: { en: { one: '{count:number} turn', other: '{count:number} turns' }, zh: '{count} 轮' },
  busiest_requests: {
    en: { one: '{count:number} request', other: '{count:number} requests' },
    zh: '{count} 次请求',
  },
  money_or_more: { en: '{money} or more', zh: '至少 {money}' },
  busiest_day: { en: 'Busiest day: {day} ({requests}).', zh: '最忙的一天：{day}（{requests}）。' },
  tools_used_most: { en: 'Tools used most: {tools:list}.', zh: '最常用的工具：{tools:list}。' },
  calls_failed: { en: 'Calls that failed: {tools:list}.', zh: '失败的调用：{tools:list}。' },
  failed_of: { en: '{tool} {errors:number} of {calls:number}', zh: '{tool} {errors}/{calls}' },
  files_changed_most: { en: 'Files changed most: {files:list}.', zh: '修改最多的文件：{files:list}。' },
})
