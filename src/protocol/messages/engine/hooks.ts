import { area } from '../area.ts'

export const hookText = area('hooks', {
  still_running: {
    en: 'The {event} hook {hook} is still running after {seconds:number} s.',
    zh: '{event} 钩子 {hook} 运行 {seconds} 秒后仍未结束。',
  },
  woke_often: {
    en: 'A background {event} hook has woken the model {times:number} times in a row. What else it reports waits for your next message.',
    zh: '后台 {event} 钩子已连续唤醒模型 {times} 次。它之后的报告会等到你的下一条消息。',
  },
  blocked_prompt: { en: 'A hook blocked this prompt: {reason}', zh: '钩子拦截了这条提示：{reason}' },
  blocked_command: { en: 'A hook blocked /{command}: {reason}', zh: '钩子拦截了 /{command}：{reason}' },
  no_reason: { en: 'no reason given', zh: '未说明原因' },
})
