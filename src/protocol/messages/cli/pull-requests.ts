import { area } from '../area.ts'

/** What `capstan pr` says. */
export const prCommandText = area('pr_command', {
  needs_one: {
    en: 'Which pull request? Give its address, or its number in this repository.',
    zh: '哪个拉取请求？请给出地址，或在本仓库中的编号。',
  },
  standing: { en: '{name} {title} · {state} · {checks}', zh: '{name} {title} · {state} · {checks}' },
  open: { en: 'open', zh: '开放' },
  checks_passed: { en: 'checks passed', zh: '检查已通过' },
  checks_failed: { en: 'checks failed', zh: '检查失败' },
  checks_pending: { en: 'checks running', zh: '检查进行中' },
  checks_none: { en: 'no checks', zh: '没有检查' },
  out_of_time: {
    en: 'Time is up (--minutes): the checks are not done.',
    zh: '时间已到（--minutes）：检查尚未结束。',
  },
  out_of_rounds: {
    en: 'The checks still fail after {rounds:number} attempts (--rounds).',
    zh: '尝试 {rounds:number} 次（--rounds）后检查仍然失败。',
  },
  no_checks: { en: 'There are no checks to mend.', zh: '没有可修复的检查。' },
  not_open: { en: '{name} is not open.', zh: '{name} 不是开放状态。' },
  branch_gone: {
    en: 'The branch {branch} was deleted, or the pull request closed: nothing is pushed.',
    zh: '分支 {branch} 已被删除，或拉取请求已关闭：不会推送。',
  },
  of_fork: {
    en: 'The branch is in {repository}, another repository: leave out --push, and push the commits yourself.',
    zh: '该分支在另一个仓库 {repository}：请去掉 --push，自行推送提交。',
  },
  other_repository: {
    en: 'This directory is not a checkout of {repository}. Run "capstan pr watch --fix" in one.',
    zh: '当前目录不是 {repository} 的检出目录。请在其中运行 "capstan pr watch --fix"。',
  },
  round: {
    en: 'Attempt {round:number} of {most:number}',
    zh: '第 {round:number} 次尝试，共 {most:number} 次',
  },
  spent: { en: 'Spent {usd} of {most}', zh: '已花费 {usd}，上限 {most}' },
  nothing_changed: {
    en: 'Nothing was changed: the failed checks need you.',
    zh: '没有任何改动：失败的检查需要你来处理。',
  },
  turn_ended: { en: 'The work stopped early ({how}).', zh: '工作提前停止（{how}）。' },
  may_push: {
    en: { one: 'Push {count:number} commit to {to}?', other: 'Push {count:number} commits to {to}?' },
    zh: '推送 {count:number} 个提交到 {to}？',
  },
  pushed: {
    en: { one: 'Pushed {count:number} commit to {to}', other: 'Pushed {count:number} commits to {to}' },
    zh: '已推送 {count:number} 个提交到 {to}',
  },
  kept: {
    en: {
      one: 'Not pushed: {count:number} commit stays on {branch} in {path}. Push it with: git push origin {branch}:{to}',
      other:
        'Not pushed: {count:number} commits stay on {branch} in {path}. Push them with: git push origin {branch}:{to}',
    },
    zh: '未推送：{path} 的 {branch} 上有 {count:number} 个提交。推送命令：git push origin {branch}:{to}',
  },
  not_pushed: {
    en: 'The push was rejected: {why} The commits stay on {branch} in {path}.',
    zh: '推送被拒绝：{why} 提交保留在 {path} 的 {branch} 上。',
  },
  not_fetched: {
    en: "Can't get the head of the pull request: {why}",
    zh: '无法获取拉取请求的最新提交：{why}',
  },
  git_failed: { en: 'git {verb} failed: {why}', zh: 'git {verb} 失败：{why}' },
})
