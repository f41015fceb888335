import { area } from '../area.ts'

/** What is said of pull requests on forges. */
export const pullRequestText = area('pull_requests', {
  no_address: {
    en: '{said} is not the address of a pull request. Expected: https://github.com/owner/name/pull/12, …/-/merge_requests/12 on GitLab, or …/pulls/12 on Gitea and Forgejo.',
    zh: '{said} 不是拉取请求的地址。应为 https://github.com/owner/name/pull/12，GitLab 为 …/-/merge_requests/12，Gitea 和 Forgejo 为 …/pulls/12。',
  },
  unknown_forge: {
    en: '{host} is not a known forge. Add it to pullRequests.forges in your settings, with its kind.',
    zh: '{host} 不是已知的代码托管平台。请在设置的 pullRequests.forges 中添加它并写明类型。',
  },
  no_home: {
    en: 'This repository has no remote "origin" on a forge. Give the whole address of the pull request.',
    zh: '本仓库没有位于托管平台上的远程 "origin"。请给出拉取请求的完整地址。',
  },
  unreachable: { en: "Can't reach {host}: {why}", zh: '无法访问 {host}：{why}' },
  status: { en: 'it answered {status:number} to {path}', zh: '{path} 返回 {status:number}' },
  no_json: { en: 'The answer of the forge is not JSON.', zh: '托管平台返回的不是 JSON。' },
  refused: {
    en: '{host} refused the request: the token is missing, invalid, or lacks a permission.',
    zh: '{host} 拒绝了请求：令牌缺失、无效或缺少权限。',
  },
  not_there: {
    en: 'There is no such pull request on {host}, or your token may not see it.',
    zh: '{host} 上没有这个拉取请求，或者令牌无权查看。',
  },
  limited: {
    en: 'Rate limit of {host}. Trying again in {seconds:number} s.',
    zh: '{host} 达到请求频率上限，{seconds:number} 秒后重试。',
  },
  most: {
    en: 'A session follows at most {count:number} pull requests. Stop one with /pr unfollow.',
    zh: '一个会话最多关注 {count:number} 个拉取请求。请用 /pr unfollow 取消一个。',
  },
  not_followed: { en: 'This session does not follow {said}.', zh: '本会话没有关注 {said}。' },
  no_draft: { en: 'There is no draft {id}. /pr lists them.', zh: '没有草稿 {id}。用 /pr 查看。' },
  empty_answer: { en: 'An answer needs a text.', zh: '回复不能为空。' },
  long_answer: {
    en: 'The answer is too long: at most {most:number} characters.',
    zh: '回复过长：最多 {most:number} 个字符。',
  },
  many_drafts: {
    en: 'At most {count:number} drafts wait. Send or drop some with /pr.',
    zh: '最多保留 {count:number} 份草稿。请用 /pr 发送或丢弃一些。',
  },
  happened: { en: '{name}: {what:list}', zh: '{name}：{what:list}' },
  pushed: { en: 'new commits', zh: '有新提交' },
  forced: { en: 'force-push', zh: '强制推送' },
  failed: { en: 'check failed ({check})', zh: '检查失败（{check}）' },
  passed: { en: 'all checks passed', zh: '检查全部通过' },
  remark: { en: 'remark by {by}', zh: '{by} 的意见' },
  closed: { en: 'closed', zh: '已关闭' },
  merged: { en: 'merged', zh: '已合并' },
  reopened: { en: 'reopened', zh: '已重新打开' },
  branch_gone: { en: 'branch deleted', zh: '分支已删除' },
  branch_back: { en: 'branch restored', zh: '分支已恢复' },
  trouble: { en: '{name} is not being followed right now. {why}', zh: '暂时无法关注 {name}。{why}' },
  gave_up: { en: 'No longer following {name}. {why}', zh: '不再关注 {name}。{why}' },
  drafted: {
    en: 'Draft {id} for {name}: {text} Send it with /pr send {id}, or /pr drop {id}.',
    zh: '{name} 的草稿 {id}：{text} 用 /pr send {id} 发送，或 /pr drop {id} 丢弃。',
  },
  sent: { en: 'Sent to {name}: {text}', zh: '已发送到 {name}：{text}' },
})
