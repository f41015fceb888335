import { area } from '../area.ts'

/** What /loop, /ultraplan and /workflow answer. */
export const workflowAnswer = area('commands-workflows', {
  loop_interval: {
    en: 'The interval of /loop is at least 1 minute (1m) and at most 7 days (7d).',
    zh: '/loop 的间隔最短 1 分钟（1m），最长 7 天（7d）。',
  },
  loop_started: {
    en: 'Loop {id} starts: {prompt}, every {interval} for up to 7 days.',
    zh: '循环 {id} 开始：{prompt}，每 {interval}一次，最长 7 天。',
  },
  minutes: { en: { one: '{count:number} minute', other: '{count:number} minutes' }, zh: '{count} 分钟' },
  hours: { en: { one: '{count:number} hour', other: '{count:number} hours' }, zh: '{count} 小时' },
  days: { en: { one: '{count:number} day', other: '{count:number} days' }, zh: '{count} 天' },
  no_such_command: { en: 'There is no command or skill /{name}.', zh: '没有命令或技能 /{name}。' },
  not_repeatable: {
    en: '/loop repeats prompts and skills, and /{name} is neither.',
    zh: '/loop 只能重复提示词和技能，/{name} 两者都不是。',
  },
  nothing_scheduled: {
    en: 'Nothing is scheduled. Start a loop with /loop 5m <prompt>.',
    zh: '没有定时任务。用 /loop 5m <提示词> 开始循环。',
  },
  loop_stop_hint: {
    en: 'Stop one with /loop stop <id>, all loops with /loop stop.',
    zh: '用 /loop stop <id> 停止一个，用 /loop stop 停止所有循环。',
  },
  no_loop: { en: 'No loop is running.', zh: '没有正在运行的循环。' },
  loops_stopped: { en: 'Stopped: {loops:list}.', zh: '已停止：{loops:list}。' },
  loop_named: { en: '{id} ({label})', zh: '{id}（{label}）' },

  plan_usage: {
    en: 'Say what to plan: /ultraplan [--usd <limit>] <task>. Open a finished plan with /ultraplan review.',
    zh: '请说明要规划什么：/ultraplan [--usd <上限>] <任务>。用 /ultraplan review 打开已完成的计划。',
  },
  no_plan: {
    en: 'There is no finished plan here. Make one with /ultraplan <task>.',
    zh: '这里没有已完成的计划。用 /ultraplan <任务> 制定一个。',
  },
  say_cost: {
    en: 'Say what it may cost: /ultraplan --usd 5 <task>',
    zh: '请说明花费上限：/ultraplan --usd 5 <任务>',
  },
  not_started: { en: 'Not started.', zh: '未启动。' },
  plan_ready: {
    en: 'The plan is ready. Read, comment and approve it with /ultraplan review.',
    zh: '计划已就绪。用 /ultraplan review 阅读、评论并批准。',
  },
  planning: {
    en: 'Planning in the background ({id}), for at most {money}. See /tasks; you can go on working.',
    zh: '正在后台制定计划（{id}），最多花费 {money}。用 /tasks 查看；你可以继续工作。',
  },
  plan_being_made: {
    en: 'The plan is still being made. See /tasks.',
    zh: '计划仍在制定中。用 /tasks 查看。',
  },
  report_usage: {
    en: 'Say what to find out: /{name} [--usd <limit>] <question>. /{name} show prints the last report.',
    zh: '请说明要查什么：/{name} [--usd <上限>] <问题>。/{name} show 显示最近的报告。',
  },
  report_cost: {
    en: 'Say what it may cost: /{name} --usd 5 …',
    zh: '请说明花费上限：/{name} --usd 5 …',
  },
  report_ready: {
    en: 'The report is ready: /{name} show',
    zh: '报告已完成：/{name} show',
  },
  report_started: {
    en: 'Working in the background ({id}), for at most {money}. See /tasks; you can go on working.',
    zh: '正在后台进行（{id}），最多花费 {money}。用 /tasks 查看；你可以继续工作。',
  },
  no_report: {
    en: 'There is no report here. Start one with /{name}.',
    zh: '这里没有报告。用 /{name} 开始。',
  },
  report_being_made: {
    en: 'The report is still being made. See /tasks.',
    zh: '报告仍在生成。用 /tasks 查看。',
  },
  report_unfinished: {
    en: 'The report was not finished. Resume with: /workflow resume {id}',
    zh: '报告没有完成。继续：/workflow resume {id}',
  },
  unchecked_sources: {
    en: 'These addresses in the report were not checked by a second agent: {addresses:list}',
    zh: '报告中的这些网址未经第二个智能体核查：{addresses:list}',
  },
  plan_unfinished: {
    en: 'The plan was not finished. Go on with: /workflow resume {id}',
    zh: '计划没有完成。继续：/workflow resume {id}',
  },

  workflow_usage: {
    en: 'Use /workflow list, /workflow run <name> [name=value …] or /workflow resume <run id>.',
    zh: '用法：/workflow list、/workflow run <名称> [输入=值 …] 或 /workflow resume <运行 id>。',
  },
  name_workflow: {
    en: 'Name a workflow: /workflow run <name> [name=value …]',
    zh: '请指定工作流：/workflow run <名称> [输入=值 …]',
  },
  no_workflows: {
    en: 'No workflows here. Put one into .capstan/workflows/<name>.yaml',
    zh: '这里没有工作流。把工作流放到 .capstan/workflows/<名称>.yaml',
  },
  problem: { en: '! {problem}', zh: '! {problem}' },
  started: {
    en: 'Workflow {name} started in the background ({id}). See /tasks.',
    zh: '工作流 {name} 已在后台启动（{id}）。用 /tasks 查看。',
  },
  seconds: { en: '{count:number} s', zh: '{count} 秒' },
  work_in_worktree: {
    en: 'Work is in the worktree {path}; bring it back with: capstan worktrees merge {name}',
    zh: '成果在工作树 {path} 中；用此命令合并回来：capstan worktrees merge {name}',
  },
  ended: { en: '{state} · {tokens} tokens · {money}', zh: '{state} · {tokens} token · {money}' },
  state_running: { en: 'Running', zh: '运行中' },
  state_completed: { en: 'Completed', zh: '完成' },
  state_failed: { en: 'Failed', zh: '失败' },
  state_stopped: { en: 'Stopped', zh: '已停止' },
  resume_with: { en: 'Resume with: {command}', zh: '恢复：{command}' },
})
