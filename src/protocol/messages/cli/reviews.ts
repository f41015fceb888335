import { area } from '../area.ts'

/** What `capstan review` says. */
export const codeReviewText = area('reviews', {
  no_repository: { en: '{directory} is not in a git repository.', zh: '{directory} 不在 git 仓库中。' },
  no_change: {
    en: 'There is nothing to review: {what} changes nothing.',
    zh: '没有可审查的内容：{what} 没有改动。',
  },
  no_ref: { en: 'git does not know the commit {ref}.', zh: 'git 不认识提交 {ref}。' },
  no_base: {
    en: 'Nothing is known of where the two lines of commits part. In a shallow clone, fetch more first: git fetch --unshallow',
    zh: '不知道两条提交线从何处分开。若是浅克隆，请先获取更多历史：git fetch --unshallow',
  },
  not_private: {
    en: '{path} belongs to somebody else or can be changed by others. Remove it, or set TMPDIR to a folder of your own.',
    zh: '{path} 属于他人或可被他人更改。请将其删除，或把 TMPDIR 设为你自己的文件夹。',
  },
  no_worktree: { en: 'git could not make a worktree: {why}', zh: 'git 无法创建工作树：{why}' },
  left_out: {
    en: 'Too long to be sent, or generated; the reviewers read them in the checkout: {files:list}',
    zh: '过长或自动生成，未发送；审查者会在检出中阅读：{files:list}',
  },
  numbers: { en: 'numbers of findings, such as 1,3', zh: '发现的编号，如 1,3' },
  session_name: { en: 'Review of {what}', zh: '审查 {what}' },
  about: { en: 'about {usd}', zh: '约 {usd}' },
  price_unknown: { en: 'price unknown', zh: '价格未知' },
  no_pull_request: {
    en: "Pull request {number} is not here and can't be fetched ({why}). Fetch it first: git fetch origin pull/{number}/head:refs/pull/{number}/head",
    zh: '此处没有拉取请求 {number}，也无法获取（{why}）。请先获取：git fetch origin pull/{number}/head:refs/pull/{number}/head',
  },
  too_large: {
    en: 'The change has {size} characters; a review reads at most {most}. Review parts of it, such as a range of commits.',
    zh: '改动共 {size} 个字符；审查最多读取 {most} 个。请分部分审查，例如一段提交。',
  },
  estimate: {
    en: 'Review of {what}: {files} files, {finders} finders, then somebody else for each finding; {about}, at most {usd}.',
    zh: '审查 {what}：{files} 个文件，{finders} 个智能体查找问题，每条发现再由另一个智能体核查；{about}，上限 {usd}。',
  },
  begun: { en: 'Review {id}. Resume with: {command}', zh: '审查 {id}。恢复命令：{command}' },
  question: { en: 'Start?', zh: '开始吗？' },
  needs_budget: {
    en: 'Nobody can be asked here: say what it may cost with --budget-usd.',
    zh: '此处无法询问：请用 --budget-usd 指定费用上限。',
  },
  no_review: { en: 'There is no review {name}.', zh: '没有审查 {name}。' },
  damaged_review: {
    en: '{path} is damaged, so this review can’t be shown or resumed. Start a new one.',
    zh: '{path} 已损坏，无法显示或恢复此次审查。请重新开始。',
  },
  nothing: { en: 'Nothing was found that held.', zh: '没有站得住脚的发现。' },
  item: { en: '{number}. {place}  {severity}: {title}', zh: '{number}. {place}  {severity}：{title}' },
  severity_error: { en: 'error', zh: '错误' },
  severity_warning: { en: 'warning', zh: '警告' },
  severity_note: { en: 'note', zh: '提示' },
  shows: { en: 'Shows when: {text}', zh: '何时出现：{text}' },
  checked: { en: 'Checked: {text}', zh: '核查：{text}' },
  seen_by: { en: 'Reproduced by a run that failed: {text}', zh: '已重现，运行失败的命令：{text}' },
  looked_with: { en: 'Looked with (it ended well): {text}', zh: '查看所用命令（正常结束）：{text}' },
  never_ran: { en: 'Named as proof, but never run: {text}', zh: '被称为证明、但从未运行：{text}' },
  unproven: {
    en: 'Checks that name a command which never ran: {count}. They count as unsure (--unsure shows them).',
    zh: '有 {count} 次核查所称的命令从未运行，按不确定处理（--unsure 可显示）。',
  },
  has_patch: { en: 'Patch (--fix {number}):', zh: '补丁（--fix {number}）：' },
  has_evidence: { en: 'Written to show it:', zh: '用于证明的改动：' },
  more_lines: { en: '… {count} more lines', zh: '…… 还有 {count} 行' },
  unanswered: { en: 'No answer from: {names:list}', zh: '没有回答：{names:list}' },
  counts: {
    en: '{shown} shown of {found} found; {merged} were the same, {refuted} refuted, {unsure} unsure, {unchecked} not checked; {reproduced} reproduced by a run that failed. {usd}',
    zh: '共发现 {found} 条，显示 {shown} 条；重复 {merged}，被反驳 {refuted}，不确定 {unsure}，未核查 {unchecked}；由失败的运行重现 {reproduced} 条。{usd}',
  },
  unfinished: {
    en: 'Part of the review is missing: {why}. Resume with: {command}',
    zh: '审查缺少一部分：{why}。恢复命令：{command}',
  },
  no_patch: { en: 'Finding {number} has no patch.', zh: '发现 {number} 没有补丁。' },
  patch_failed: {
    en: 'The patch of finding {number} does not apply in {path}: {why}',
    zh: '发现 {number} 的补丁无法在 {path} 中应用：{why}',
  },
  fixed: {
    en: 'Applied in {path} (branch {branch}): {numbers:list}. Look with: git -C {path} diff',
    zh: '已在 {path}（分支 {branch}）应用：{numbers:list}。查看：git -C {path} diff',
  },
})
