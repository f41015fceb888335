/** As SENTENCES_ZH: /loop and /goal. */
export const WORK_SENTENCES_ZH: Readonly<Record<string, string>> = {
  'The interval of /loop is at least 1 minute (1m) and at most 7 days (7d).':
    '/loop 的间隔最短 1 分钟（1m），最长 7 天（7d）。',
  'Loop {} starts: {}, every {} for up to 7 days.': '循环 {1} 开始：{2}，每 {3} 一次，最长 7 天。',
  'There is no command or skill /{}.': '没有命令或技能 /{1}。',
  '/loop repeats prompts and skills, and /{} is neither.': '/loop 只能重复提示和技能，/{1} 两者都不是。',
  '/loop needs an interactive session: this one ends with its answer.':
    '/loop 需要交互式会话：本会话回答后即结束。',
  'Nothing is scheduled. Start a loop with /loop 5m <prompt>.': '没有定时任务。用 /loop 5m <提示> 开始循环。',
  'Stop one with /loop stop <id>, all loops with /loop stop.':
    '用 /loop stop <id> 停止一个，用 /loop stop 停止所有循环。',
  'No loop is running.': '没有正在运行的循环。',
  'Stopped: {}.': '已停止：{1}。',
  when: '时间',
  next: '下次',
  prompt: '提示',
  'self-paced': '由模型决定',
  'not approved': '未批准',
  'Say when the work is done: /goal all tests pass, or /goal $ npm test':
    '请说明何时算完成：/goal 所有测试通过，或 /goal $ npm test',
  '--{} takes a number above 0 and up to {}.': '--{1} 需要大于 0 且不超过 {2} 的数字。',
  'Goal cleared: {}': '已清除目标：{1}',
  'No goal is set.': '没有设置目标。',
  'No goal is set. Set one with /goal <condition>, or /goal $ <command> that must succeed.':
    '没有设置目标。用 /goal <条件> 设置，或用 /goal $ <命令>（命令必须成功）。',
  'Goal: {}': '目标：{1}',
  'Goal reached: {}': '目标已达成：{1}',
  'Goal not reached, stopped: {}': '目标未达成，已停止：{1}',
  'Used: {} of {} checks, {} of {} min, {} of {}.': '已用：检查 {1}/{2} 次，{3}/{4} 分钟，{5}/{6}。',
  'Last check: {}': '上次检查：{1}',
  'Say what to plan: /ultraplan [--usd <limit>] <task>. Open a finished plan with /ultraplan review.':
    '请说明要规划什么：/ultraplan [--usd <上限>] <任务>。用 /ultraplan review 打开已完成的计划。',
  'There is no finished plan here. Make one with /ultraplan <task>.':
    '这里没有已完成的计划。用 /ultraplan <任务> 制定一个。',
  'Not started.': '未启动。',
  'The plan is ready. Read, comment and approve it with /ultraplan review.':
    '计划已就绪。用 /ultraplan review 阅读、评论并批准。',
  'Planning in the background ({}), for at most {}. See /tasks; you can go on working.':
    '正在后台制定计划（{1}），最多花费 {2}。用 /tasks 查看；你可以继续工作。',
  'The plan is still being made. See /tasks.': '计划仍在制定中。用 /tasks 查看。',
  'Say what it may cost: /ultraplan --usd 5 <task>': '请说明花费上限：/ultraplan --usd 5 <任务>',
  'The plan was not finished. Go on with: /workflow resume {}': '计划没有完成。继续：/workflow resume {1}',
  'Use /workflow list, /workflow run <name> [name=value …] or /workflow resume <run id>.':
    '用法：/workflow list、/workflow run <名称> [输入=值 …] 或 /workflow resume <运行 id>。',
  'Name a workflow: /workflow run <name> [name=value …]': '请指定工作流：/workflow run <名称> [输入=值 …]',
  'Workflow {} started in the background ({}). See /tasks.':
    '工作流 {1} 已在后台启动（{2}）。用 /tasks 查看。',
  'No workflows here. Put one into .capstan/workflows/<name>.yaml':
    '这里没有工作流。把工作流放到 .capstan/workflows/<名称>.yaml',
  'There is no workflow {}. Did you mean {}?': '没有工作流 {1}。是不是 {2}？',
  'There is no workflow {}. There are: {}.': '没有工作流 {1}。现有：{2}。',
  'There is no workflow {}. There are none.': '没有工作流 {1}。这里一个也没有。',
  'There is no run {}.': '没有运行记录 {1}。',
  workflow: '工作流',
  'Clear it with /goal clear.': '用 /goal clear 清除。',
  '/assistant takes on or off.': '/assistant 需要 on 或 off。',
  'Assistant mode is on: Capstan checks in by itself while it is quiet. Turn it off with /assistant off.':
    '助理模式已开启：安静时 Capstan 会自行查看。用 /assistant off 关闭。',
  'Assistant mode is off: nothing starts by itself any more.': '助理模式已关闭：不再自行开始工作。',
  '/coordinator takes on or off.': '/coordinator 需要 on 或 off。',
  'Coordinator mode is on: the model plans, agents do the work. Turn it off with /coordinator off.':
    '协调模式已开启：模型负责规划，智能体完成工作。用 /coordinator off 关闭。',
  'Coordinator mode is off: the model works with its own tools again.':
    '协调模式已关闭：模型重新使用自己的工具。',
  'Your next message is sent without the prompt cache, so it costs more once.':
    '下一条消息不使用提示缓存，会多花一次费用。',
}
