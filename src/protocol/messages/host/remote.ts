import { area } from '../area.ts'

/** A session that runs in a server, as the terminal that is attached to it says it. */
export const remoteText = area('remote', {
  unreachable: { en: 'The server at {url} cannot be reached.', zh: '无法连接服务器 {url}。' },
  failed: { en: 'The server failed.', zh: '服务器出错。' },
  connected: { en: 'Connected again.', zh: '已重新连接。' },
  lost: { en: 'Connection to the server lost. Reconnecting …', zh: '与服务器的连接已断开，正在重新连接…' },
  closed: { en: 'The session was closed on the server.', zh: '会话已在服务器上关闭。' },
  shut_out: { en: 'The server no longer lets this terminal in.', zh: '服务器不再允许此终端连接。' },
  no_question: {
    en: "A session on a server can't be asked for {what}.",
    zh: '服务器上的会话不能查询 {what}。',
  },
  cut: {
    en: 'The connection was cut before that was done. Try again.',
    zh: '操作完成前连接已断开，请重试。',
  },
})
