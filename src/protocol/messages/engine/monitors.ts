import { area } from '../area.ts'

export const monitorText = area('monitors', {
  not_started: {
    en: 'The monitor {name} of the plugin {plugin} was not started: {reason}',
    zh: '插件 {plugin} 的监视器 {name} 未启动：{reason}',
  },
  too_many: { en: 'At most {most:number} run at once.', zh: '同时最多运行 {most} 个。' },
  too_much: {
    en: 'The monitor {name} of the plugin {plugin} was stopped: it had something to say {times:number} times.',
    zh: '插件 {plugin} 的监视器 {name} 已停止：它已通知 {times} 次。',
  },
  paused: {
    en: 'The monitor {name} of the plugin {plugin} has said something {times:number} times in a row. The model hears more of it after your next message.',
    zh: '插件 {plugin} 的监视器 {name} 已连续通知 {times} 次。你发送下一条消息后，模型才会收到更多通知。',
  },
  ended: {
    en: 'The monitor {name} of the plugin {plugin} ended.',
    zh: '插件 {plugin} 的监视器 {name} 已结束。',
  },
})
