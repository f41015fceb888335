import { area } from '../area.ts'

export const taskText = area('tasks', {
  no_such: { en: 'There is no background task {id}.', zh: '没有后台任务 {id}。' },
  shell: { en: 'command', zh: '命令' },
  agent: { en: 'agent', zh: '智能体' },
  teammate: { en: 'teammate', zh: '队友' },
  remote_agent: { en: 'remote agent', zh: '远程智能体' },
  dream: { en: 'memory work', zh: '记忆整理' },
  workflow: { en: 'workflow', zh: '工作流' },
  monitor: { en: 'task', zh: '任务' },
  task: { en: 'Background {kind} "{description}"', zh: '后台{kind}“{description}”' },
  named_task: { en: 'Background {kind} {name} "{description}"', zh: '后台{kind} {name}“{description}”' },
  running: { en: '{task} is running.', zh: '{task}正在运行。' },
  completed: { en: '{task} completed.', zh: '{task}已完成。' },
  exit_0: { en: '{task} ended with exit code 0.', zh: '{task}已结束，退出码 0。' },
  failed: { en: '{task} failed.', zh: '{task}失败。' },
  failed_code: { en: '{task} failed with exit code {code:number}.', zh: '{task}失败，退出码 {code}。' },
  was_stopped: { en: '{task} was stopped.', zh: '{task}已停止。' },
  has_stopped: { en: '{task} has stopped.', zh: '{task}已停止。' },
  pending_again: {
    en: 'Its unfinished tasks are pending again: {tasks}.',
    zh: '其未完成的任务重新待处理：{tasks}。',
  },
  late: {
    en: 'It was ended after its limit of {ms:number} ms.',
    zh: '超过 {ms} 毫秒的时限，已被终止。',
  },
  crashed: { en: 'It crashed: {why}', zh: '异常退出：{why}' },
  ended_with_program: { en: '{task} ended when the program stopped.', zh: '{task}随程序停止而结束。' },
  more_ended: {
    en: {
      one: '{count:number} more background task ended when the program stopped.',
      other: '{count:number} more background tasks ended when the program stopped.',
    },
    zh: '另有 {count} 个后台任务随程序停止而结束。',
  },
  some_ended: {
    en: {
      one: '{count:number} background task ended when the program stopped.',
      other: '{count:number} background tasks ended when the program stopped.',
    },
    zh: '{count} 个后台任务随程序停止而结束。',
  },
})
