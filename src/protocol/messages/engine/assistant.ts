import { area } from '../area.ts'

export const assistantText = area('assistant', {
  begins: {
    en: 'Assistant mode: checks in after {minutes:number} minutes of quiet, up to {times} and {usd} a day (today: {used}, {spent}).',
    zh: '助理模式：空闲 {minutes} 分钟后自动检查，每天最多 {times}、{usd}（今日 {used}，{spent}）。',
  },
  times: { en: { one: '{count:number} time', other: '{count:number} times' }, zh: '{count} 次' },
  paused_today: {
    en: "Assistant mode is paused until tomorrow: today's limit is used up ({used}, {spent}).",
    zh: '助理模式暂停到明天：今日限额已用完（{used}，{spent}）。',
  },
  paused: {
    en: 'Assistant mode is paused until you say something.',
    zh: '助理模式已暂停，收到新消息后继续。',
  },
  off: { en: "Assistant mode is off: its spending can't be recorded.", zh: '助理模式已关闭：无法记录花费。' },
  not_here: {
    en: "Assistant mode isn't available here: this session ends with its answer.",
    zh: '此处无法使用助理模式：本会话在回答后即结束。',
  },
})
