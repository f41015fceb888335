import { area } from '../area.ts'

export const scheduleText = area('schedules', {
  loop: { en: 'loop', zh: '循环' },
  every: { en: 'every {interval}', zh: '每 {interval}' },
  once: { en: 'once', zh: '一次' },
  fired: { en: 'Scheduled ({name}): {prompt}', zh: '定时任务（{name}）：{prompt}' },
  fired_late: { en: 'Scheduled ({name}, late): {prompt}', zh: '定时任务（{name}，已延迟）：{prompt}' },
  fired_missed: {
    en: 'Scheduled ({name}, {missed:number} missed): {prompt}',
    zh: '定时任务（{name}，错过 {missed} 次）：{prompt}',
  },
  expired: {
    en: 'The schedule {id} ({when}) expired after 7 days: {prompt}',
    zh: '定时任务 {id}（{when}）已满 7 天，自动结束：{prompt}',
  },
  stopped: { en: 'Stopped the schedule {id}: {reason}', zh: '已停止定时任务 {id}：{reason}' },
  loop_ended: { en: 'The loop has ended.', zh: '循环已结束。' },
  loop_stopped: { en: 'Loop stopped.', zh: '循环已停止。' },
  off: {
    en: 'Schedules are turned off (CAPSTAN_DISABLE_CRON).',
    zh: '定时任务已关闭（CAPSTAN_DISABLE_CRON）。',
  },
  no_loops_here: {
    en: '/loop needs an interactive session: this one ends with its answer.',
    zh: '/loop 需要交互式会话：本会话回答后即结束。',
  },
  loop_file_too_large: {
    en: '{file} is larger than 25 kB. Shorten it, or say what to repeat: /loop 5m <prompt>',
    zh: '{file} 超过 25 kB。请缩短，或说明要重复什么：/loop 5m <提示词>',
  },
  not_trusted: {
    en: 'This folder is not trusted, so nothing is kept in it. Use durable: false.',
    zh: '此文件夹不受信任，不会在其中保存任何内容。请使用 durable: false。',
  },
  too_many: {
    en: 'There are {most:number} schedules already. Delete one first: CronList names them, CronDelete removes one.',
    zh: '已有 {most} 个定时任务。请先删除一个：CronList 列出，CronDelete 删除。',
  },
  none_at_all: {
    en: 'There is no schedule {id}. There are none.',
    zh: '没有定时任务 {id}。当前没有任何定时任务。',
  },
  none_known: {
    en: 'There is no schedule {id}. Known: {known:list}.',
    zh: '没有定时任务 {id}。现有：{known:list}。',
  },
  bad_fields: {
    en: '"{cron}" does not have 5 fields: minute hour day-of-month month day-of-week, in local time.',
    zh: '“{cron}”不是 5 个字段：分、时、日、月、星期，按本地时间。',
  },
  never: { en: '"{cron}" never comes.', zh: '“{cron}”永远不会到来。' },
  bad_cron: { en: '"{cron}" is not a cron expression: {reason}', zh: '“{cron}”不是 cron 表达式：{reason}' },
})
