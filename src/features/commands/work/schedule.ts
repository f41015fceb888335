import type { Command } from '../../../protocol/command.ts'
import { type PromptTexts, promptCommand } from '../prompt-command.ts'

const SCHEDULE: PromptTexts = {
  en: {
    title: 'Schedule: ',
    bare: 'show what is scheduled, and ask what I want',
    prompt: `Schedules run on this machine while a session of this project is open and idle; there is no service that runs them elsewhere. What has to run with nobody here belongs into the system's cron or a job of the continuous integration with capstan -p: say so where that is what I need, with the line to add.

Use CronList first, CronCreate to make one, CronDelete to remove one; to change one, remove it and make it anew. Turn my words into five cron fields in local time and say them back in words before you create it ("every weekday at 9:00"). The prompt is for a session that knows nothing of this one: what to look at, what to do, when to say nothing. It may not do what I would want to be asked about. A recurring one ends after seven days, and only a durable one outlives this session: choose durable if I speak of days.

Answer with a table: id, when, next time, prompt, durable or not.`,
  },
  zh: {
    title: '定时任务：',
    bare: '显示已有的定时任务，并问我想要什么',
    prompt: `定时任务在本机运行，前提是本项目有打开且空闲的会话；没有在别处运行它们的服务。必须在无人时运行的，应放进系统的 cron 或持续集成，用 capstan -p：如果我需要的是这个，请直说，并给出要添加的那一行。

先用 CronList；用 CronCreate 新建，用 CronDelete 删除；修改就是删除后重建。把我的话换成本地时间的五段 cron，创建之前用文字复述一遍（“每个工作日 9:00”）。提示是写给一个对本会话一无所知的会话的：看什么、做什么、什么时候什么都不说。不得让它做我会希望被询问的事。重复的任务七天后结束，只有持久的才能比本会话活得更久：我提到“天”时选择持久的。

用一张表回答：id、时间、下次、提示、是否持久。`,
  },
}

export const scheduleCommand: Command = {
  ...promptCommand('schedule', SCHEDULE),
  aliases: ['routines'],
}
