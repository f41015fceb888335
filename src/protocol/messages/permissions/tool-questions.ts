import { area } from '../area.ts'

/** What tools ask the person that only they can answer. */
export const toolQuestion = area('tool_questions', {
  discard_worktree_title: { en: 'Discard the worktree', zh: '丢弃工作树' },
  discard_worktree: {
    en: 'This removes the worktree with its changes. A copy stays under refs/capstan/salvage/',
    zh: '这会删除工作树及其中的更改。副本保留在 refs/capstan/salvage/ 下',
  },
  set_title: { en: 'Set {setting} to {value}', zh: '将 {setting} 设为 {value}' },
  set: { en: 'Capstan wants to change your {scope} settings', zh: 'Capstan 想修改你的设置（{scope}）' },
  send_title: { en: 'Send a message to {to}', zh: '向 {to} 发送消息' },
  send_beyond: {
    en: 'It may leave this machine, and your settings want you to be asked ("isolatePeerMachines")',
    zh: '消息可能离开本机，而设置要求先询问你（"isolatePeerMachines"）',
  },
  plan_title: { en: 'Approve the plan and begin', zh: '批准计划并开始' },
  plan: {
    en: 'The plan is ready. Approve it to let Capstan begin, with or without a question for each edit, or refuse it and say what is missing',
    zh: '计划已完成。批准后 Capstan 即开始执行，可选择是否逐次确认编辑；也可以拒绝并说明缺少什么',
  },
  schedule_title: { en: 'Keep a schedule in this project ({cron})', zh: '在此项目中保存定时任务（{cron}）' },
  schedule: { en: 'It runs by itself in later sessions too.', zh: '以后的会话中也会自动运行。' },
  plan_mode_title: { en: 'Switch to plan mode', zh: '切换到规划模式' },
  plan_mode: {
    en: 'Capstan wants to look around and write a plan first. Nothing is changed until you approve it',
    zh: 'Capstan 想先了解情况并写出计划。批准之前不会做任何修改',
  },
})
