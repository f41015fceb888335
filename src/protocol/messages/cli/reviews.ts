import { area } from '../area.ts'

/** What `capstan review` says. */
export const codeReviewText = area('reviews', {
  no_repository: { en: '{directory} is not in a git repository.', zh: '{directory} 不在 git 仓库中。' },
  no_change: {
    en: 'There is nothing to review: {what} changes nothing.',
    zh: '没有可审查的内容：{what} 没有改动。',
  },
  no_ref: { en: 'git does not know {ref}: {why}', zh: 'git 不认识 {ref}：{why}' },
  no_pull_request: {
    en: 'Pull request {number} is not here. Fetch it first: git fetch origin pull/{number}/head:refs/pull/{number}/head',
    zh: '此处没有拉取请求 {number}。请先获取：git fetch origin pull/{number}/head:refs/pull/{number}/head',
  },
  too_large: {
    en: 'The change has {size} characters; a review reads at most {most}. Review parts of it, such as a range of commits.',
    zh: '改动共 {size} 个字符；审查最多读取 {most} 个。请分部分审查，例如一段提交。',
  },
  estimate: {
    en: 'Review of {what}: {finders} finders, then somebody else for each finding; at most {usd}.',
    zh: '审查 {what}：{finders} 个智能体查找问题，每条发现再由另一个智能体核查；费用上限 {usd}。',
  },
  begun: { en: 'Review {id}. Resume with: {command}', zh: '审查 {id}。恢复命令：{command}' },
  question: { en: 'Start?', zh: '开始吗？' },
  needs_budget: {
    en: 'Nobody can be asked here: say what it may cost with --budget-usd.',
    zh: '此处无法询问：请用 --budget-usd 指定费用上限。',
  },
  no_review: { en: 'There is no review {name}.', zh: '没有审查 {name}。' },
  nothing: { en: 'Nothing was found that held.', zh: '没有站得住脚的发现。' },
  item: { en: '{number}. {place}  {severity}: {title}', zh: '{number}. {place}  {severity}：{title}' },
  severity_error: { en: 'error', zh: '错误' },
  severity_warning: { en: 'warning', zh: '警告' },
  severity_note: { en: 'note', zh: '提示' },
  shows: { en: 'Shows when: {text}', zh: '何时出现：{text}' },
  checked: { en: 'Checked: {text}', zh: '核查：{text}' },
  seen_by: { en: 'Seen by: {text}', zh: '验证命令：{text}' },
  has_patch: { en: 'A patch is offered: --fix {number}', zh: '提供了补丁：--fix {number}' },
  counts: {
    en: '{shown} shown of {found} found; {merged} were the same, {refuted} refuted, {unsure} unsure, {unchecked} not checked. {usd}',
    zh: '共发现 {found} 条，显示 {shown} 条；重复 {merged}，被反驳 {refuted}，不确定 {unsure}，未核查 {unchecked}。{usd}',
  },
  unfinished: {
    en: 'Part of the review is missing: {why}. Resume with: {command}',
    zh: '审查缺少一部分：{why}。恢复命令：{command}',
  },
  no_patch: { en: 'Finding {number} has no patch.', zh: '发现 {number} 没有补丁。' },
  patch_failed: {
    en: 'The patch of finding {number} does not apply: {why}',
    zh: '发现 {number} 的补丁无法应用：{why}',
  },
  fixed: {
    en: 'Applied in {path} (branch {branch}): {numbers:list}. Look with: git -C {path} diff',
    zh: '已在 {path}（分支 {branch}）应用：{numbers:list}。查看：git -C {path} diff',
  },
  formats: { en: 'text, json, sarif, github or comments', zh: 'text、json、sarif、github 或 comments' },
})
