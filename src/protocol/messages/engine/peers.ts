import { area } from '../area.ts'

export const peerText = area('peers', {
  unread: {
    en: 'Messages of other sessions that the model has not read: {count:number}. They are held.',
    zh: '其他会话的消息，模型尚未读取：{count} 条。已保留。',
  },
  held: {
    en: 'Held message {number:number} from session {from}: {text}',
    zh: '会话 {from} 的消息 {number} 已保留：{text}',
  },
  held_how: {
    en: 'Held message {number:number} from session {from}: {text} Let the model read it with /list-agents deliver {number:number}, or remove it with /list-agents drop {number:number}.',
    zh: '会话 {from} 的消息 {number} 已保留：{text} 用 /list-agents deliver {number} 让模型读取，或用 /list-agents drop {number} 移除。',
  },
  not_saved: { en: "Couldn't save held messages: {reason}", zh: '无法保存保留的消息：{reason}' },
  message: { en: 'Message from session {from}: {text}', zh: '来自会话 {from} 的消息：{text}' },
  late: {
    en: 'Messages of other sessions that came too late for this run: {count:number}.',
    zh: '其他会话的消息，来得太迟、未能赶上本次运行：{count} 条。',
  },
  idle: { en: 'Session {name} is idle.', zh: '会话 {name} 已空闲。' },
  ended: { en: 'Session {name} has ended.', zh: '会话 {name} 已结束。' },
})
