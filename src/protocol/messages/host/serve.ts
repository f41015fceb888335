import { area } from '../area.ts'

/** What a server of sessions refuses its clients. */
export const serveText = area('serve', {
  no_fleet: { en: 'This machine is not an owner of a fleet.', zh: '本机不是机群的所有者。' },
  no_push: {
    en: 'This server sends no notifications. Turn them on with serve.push.enabled in your settings.',
    zh: '此服务器不发送通知。请在设置中用 serve.push.enabled 开启。',
  },
  no_push_address: {
    en: "This browser's address for notifications can't be used: it must be https and on the public internet.",
    zh: '无法使用此浏览器的通知地址：必须是公网上的 https 地址。',
  },
  push_answered: {
    en: 'This question was answered, or is over.',
    zh: '此问题已有答案，或已结束。',
  },
  push_question: { en: 'Needs your answer', zh: '需要你回答' },
  push_done: { en: 'Done', zh: '已完成' },
  push_stopped: { en: 'Stopped early', zh: '提前停止' },
  no_bypass: {
    en: 'This server does not let clients bypass permissions. Start it with --allow-dangerously-skip-permissions for that.',
    zh: '此服务器不允许客户端使用不检查权限模式。需要时请用 --allow-dangerously-skip-permissions 启动。',
  },
  no_shell: {
    en: 'This server does not let clients run shell commands. Start it with --allow-shell for that.',
    zh: '此服务器不允许客户端运行 shell 命令。需要时请用 --allow-shell 启动。',
  },
  no_settings: {
    en: 'This server does not let clients loosen rules or settings. Start it with --allow-settings, or change them on its machine.',
    zh: '此服务器不允许客户端放宽规则或设置。请用 --allow-settings 启动，或在服务器上更改。',
  },
  not_for_clients: { en: 'Clients of a server cannot say this.', zh: '服务器的客户端不能发送此操作。' },
  no_command: {
    en: "Clients of this server can't use /{command} like this. Start it with --allow-settings, or do it on its machine.",
    zh: '此服务器的客户端不能这样使用 /{command}。请用 --allow-settings 启动，或在服务器上操作。',
  },
  settings_hidden: {
    en: 'This server does not show clients its settings. Start it with --allow-settings, or look on its machine.',
    zh: '此服务器不向客户端显示设置。请用 --allow-settings 启动它，或在该机器上查看。',
  },
  no_purge: {
    en: 'This server does not let clients delete sessions. Start it with --allow-settings, or run "capstan sessions purge" on its machine.',
    zh: '此服务器不允许客户端删除会话。请用 --allow-settings 启动，或在服务器上运行 "capstan sessions purge"。',
  },
  no_query: { en: 'There is no such query.', zh: '没有这个查询。' },
  message_gone: {
    en: 'That message is not in the conversation any more.',
    zh: '该消息已不在对话中。',
  },
  no_export: { en: 'Sessions cannot be exported here.', zh: '此处不能导出会话。' },
  no_agent: { en: 'The session has no agent with that id.', zh: '会话中没有此 id 的智能体。' },
  nothing_here: { en: 'There is nothing here.', zh: '这里没有内容。' },
  watch_only: { en: 'A link to watch cannot do this.', zh: '观看链接不能执行此操作。' },
  bad_field: { en: '{field}: {problem}', zh: '{field}：{problem}' },
  not_valid: { en: 'not valid', zh: '无效' },
  body_type: { en: 'The body must be application/json.', zh: '请求正文必须是 application/json。' },
  not_json: { en: 'That is not JSON.', zh: '这不是 JSON。' },
  body_too_large: { en: 'The body is too large.', zh: '请求正文过大。' },
  other_host: {
    en: 'This server does not answer to that host name.',
    zh: '此服务器不响应该主机名。',
  },
  other_page: {
    en: 'This server does not answer to pages of others.',
    zh: '此服务器不响应其他来源的网页。',
  },
  sign_in: {
    en: 'Sign in first: open the link the server printed, or send its token.',
    zh: '请先登录：打开服务器输出的链接，或发送其令牌。',
  },
  link_ended: {
    en: 'This link has ended. Ask whoever sent it for a new one.',
    zh: '此链接已失效。请向发送者索取新的链接。',
  },
  wrong_tokens: {
    en: 'Too many wrong tokens. Wait a minute, then try again.',
    zh: '错误的令牌过多。请稍等一分钟后重试。',
  },
  no_origin: { en: 'A page must say where it comes from.', zh: '网页必须说明其来源。' },
  answered: { en: '{name} has answered this already.', zh: '{name} 已经回答了。' },
  no_sharing: { en: 'Sessions cannot be shared here.', zh: '此处不能共享会话。' },
  no_link: { en: 'This session has no link with that id.', zh: '本会话没有此 id 的链接。' },
  too_many_watchers: {
    en: 'Too many people watch this session. Try again later.',
    zh: '观看此会话的人过多。请稍后重试。',
  },
  too_many_links: {
    en: 'This session has {most:number} links. End one of them first.',
    zh: '本会话已有 {most} 个链接，请先停用其中一个。',
  },
  not_open: { en: 'This session is not open now.', zh: '此会话现在没有打开。' },
  only_one: {
    en: 'Only this one session is served here; others cannot be opened.',
    zh: '此处只提供这一个会话，不能打开其他会话。',
  },
  no_bypass_flag: {
    en: 'This server does not let clients bypass permissions (--allow-dangerously-skip-permissions).',
    zh: '此服务器不允许客户端使用不检查权限模式（--allow-dangerously-skip-permissions）。',
  },
  no_open_session: { en: 'No open session has that id.', zh: '没有打开的会话使用此 id。' },
  not_ours_to_end: {
    en: "This session is not the server's own: end it where it was started.",
    zh: '此会话不属于该服务器，请在启动它的地方结束。',
  },
  not_ours_to_delete: {
    en: 'Sessions cannot be deleted here: do it where it was started.',
    zh: '此处不能删除会话，请在启动它的地方操作。',
  },
  open_elsewhere: {
    en: 'This session is open in another program. Close it there first.',
    zh: '此会话已在另一个程序中打开，请先在那里关闭。',
  },
  nothing_kept: { en: 'Nothing of this session is kept.', zh: '本会话没有保存任何内容。' },
  being_deleted: { en: 'This session is being deleted.', zh: '此会话正在被删除。' },
  no_session: { en: 'There is no session with that id.', zh: '没有此 id 的会话。' },
  failed: {
    en: 'Something went wrong in the server. Its log has the details.',
    zh: '服务器出错，详情见其日志。',
  },
})
