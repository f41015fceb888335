import { area } from './area.ts'
import type { LocalizedText, Text } from './localized-text.ts'

/** What tools say of their calls. */
export const toolsText = area('tools', {
  // Outcomes
  loaded: { en: 'Loaded {names}', zh: '已加载 {names}' },
  schedule: { en: 'Schedule {id}', zh: '定时任务 {id}' },
  schedule_next: { en: 'Schedule {id}, next {next}', zh: '定时任务 {id}，下次 {next}' },
  unscheduled: { en: 'Deleted', zh: '已删除' },
  nothing_scheduled: { en: 'Nothing is scheduled', zh: '没有定时任务' },
  next_round: { en: 'Next round in {pause}', zh: '{pause}后进行下一轮' },
  loop_ended: { en: 'Loop ended', zh: '循环已结束' },
  task_created: { en: 'Task {id}', zh: '任务 {id}' },
  task_now: { en: 'Now {status}', zh: '现在：{status}' },
  pending: { en: 'pending', zh: '待办' },
  in_progress: { en: 'in progress', zh: '进行中' },
  completed: { en: 'completed', zh: '已完成' },
  deleted: { en: 'deleted', zh: '已删除' },
  team_created: { en: 'Team created', zh: '团队已创建' },
  team_deleted: { en: 'Team {name} deleted', zh: '团队 {name} 已删除' },
  joined_team: { en: 'Joined team {team}', zh: '已加入团队 {team}' },
  message_sent: { en: 'Message sent', zh: '消息已发送' },
  sent_to: { en: 'Sent to {names}', zh: '已发送给 {names}' },
  list_empty: { en: 'The list is empty', zh: '列表为空' },
  plan_mode: {
    en: 'Nothing changes until you approve the plan',
    zh: '批准计划之前不会改动任何内容',
  },
  plan_approved: { en: 'Plan approved', zh: '计划已批准' },
  plan_edited: { en: 'Plan approved with your changes', zh: '计划经你修改后已批准' },

  // Names and subjects
  plan_mode_name: { en: 'Plan mode', zh: '规划模式' },
  plan_name: { en: 'Plan', zh: '计划' },
  task: { en: 'task {id}', zh: '任务 {id}' },
  done_of: { en: '{done:number} of {all:number} done', zh: '已完成 {done:number}/{all:number}' },
  seconds: { en: '{seconds:number} s', zh: '{seconds:number} 秒' },
  minutes: {
    en: '{minutes:number} min {seconds:number} s',
    zh: '{minutes:number} 分 {seconds:number} 秒',
  },
  hours: { en: '{hours:number} h {minutes:number} min', zh: '{hours:number} 小时 {minutes:number} 分' },
  pause_for: { en: '{pause}, {reason}', zh: '{pause}，{reason}' },

  advisor: { en: 'Advisor', zh: '顾问' },
  browser: { en: 'Browser', zh: '浏览器' },
  computer: { en: 'Desktop', zh: '桌面' },

  // Titles
  asks_advisor: { en: 'Ask the advisor', zh: '询问顾问' },
  read: { en: 'Read', zh: '读取' },
  edit: { en: 'Edit', zh: '编辑' },
  write: { en: 'Write', zh: '写入' },
  run_command: { en: 'Run a command', zh: '运行命令' },
  search_for: { en: 'Search for', zh: '搜索' },
  find: { en: 'Find', zh: '查找' },
  search_in: { en: 'in', zh: '位于' },
  run_agent: { en: 'Run an agent', zh: '运行智能体' },
  update_list: { en: 'Update the to-do list', zh: '更新待办列表' },
  stop_task: { en: 'Stop a background task', zh: '停止后台任务' },
  read_output: { en: 'Read background output', zh: '读取后台输出' },
  ask_question: { en: 'Ask a question', zh: '提问' },
  enter_plan_mode: { en: 'Enter plan mode', zh: '进入规划模式' },
  ready_to_code: { en: 'Ready to code?', zh: '开始编码？' },
  watch: { en: 'Watch', zh: '监视' },
  use_skill: { en: 'Use the skill', zh: '使用技能' },
  add_task: { en: 'Add a task:', zh: '添加任务：' },
  look_up_tools: { en: 'Look up tools:', zh: '查找工具：' },
  run_script: { en: 'Run a script', zh: '运行脚本' },
  calls: { en: { one: '{count:number} call', other: '{count:number} calls' }, zh: '{count:number} 次调用' },
  fetch: { en: 'Fetch', zh: '获取' },
  search_web: { en: 'Search the web for', zh: '在网上搜索' },
})

/** How long something takes, to the second. */
export const durationText = (ms: number): LocalizedText => {
  const all = Math.round(ms / 1_000)
  const [hours, minutes, seconds] = [Math.floor(all / 3_600), Math.floor((all % 3_600) / 60), all % 60]
  if (hours > 0) return toolsText('hours', { hours, minutes })
  return minutes > 0 ? toolsText('minutes', { minutes, seconds }) : toolsText('seconds', { seconds: all })
}

const STATUSES = ['pending', 'in_progress', 'completed', 'deleted'] as const

/** What a status of a task is called; another one stays as it is. */
export const statusText = (status: string): Text => {
  const known = STATUSES.find(each => each === status)
  return known === undefined ? status.replace('_', ' ') : toolsText(known)
}
