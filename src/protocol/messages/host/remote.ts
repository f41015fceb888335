import { area } from '../area.ts'

/** A session that runs in a server, as the terminal that is attached to it says it. */
export const remoteText = area('remote', {
  unreachable: { en: 'The server at {url} cannot be reached.', zh: '无法连接服务器 {url}。' },
  no_question: {
    en: "A session on a server can't be asked for {what}.",
    zh: '服务器上的会话不能查询 {what}。',
  },
  cut: {
    en: 'The connection was cut before that was done. Try again.',
    zh: '操作完成前连接已断开，请重试。',
  },
})
