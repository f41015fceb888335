/** As ANNOUNCED_ZH: schedules, loops, goals and the assistant. */
export const ANNOUNCED_WORK_ZH: Readonly<Record<string, string>> = {
  'The plan is ready. Read, comment and approve it with /ultraplan review.':
    '计划已就绪。用 /ultraplan review 阅读、评论并批准。',
  'Have several agents make a plan': '由多个智能体制定计划',
  'The plan that was there is kept in {}.': '原来的计划保存在 {1}。',
  'The worktree {} was made without running {}.': '工作树 {1} 已创建，但没有运行：{2}。',
  'Run what git is set to run for a new worktree': '运行 git 设置中为新工作树指定的程序',
  'Git would start these programs outside the sandbox. Without them the worktree is made as well.':
    'git 会在沙箱外启动这些程序。不运行它们也能创建工作树。',
  'Git would start these programs inside the sandbox. Without them the worktree is made as well.':
    'git 会在沙箱内启动这些程序。不运行它们也能创建工作树。',
  'There is no plan to approve.': '没有可批准的计划。',
  'Background command "{}" ended when the program stopped.': '后台命令“{1}”随程序停止而结束。',
  'Background task "{}" ended when the program stopped.': '后台任务“{1}”随程序停止而结束。',
  'Background agent "{}" ended when the program stopped.': '后台智能体“{1}”随程序停止而结束。',
  '{} more background tasks ended when the program stopped.': '另有 {1} 个后台任务随程序停止而结束。',
  '{} more background task ended when the program stopped.': '另有 {1} 个后台任务随程序停止而结束。',
  '{} background tasks ended when the program stopped.': '{1} 个后台任务随程序停止而结束。',
  '{} background task ended when the program stopped.': '{1} 个后台任务随程序停止而结束。',
  'Background command "{}" ended with exit code 0.': '后台命令“{1}”已结束，退出码 0。',
  'Background command "{}" failed with exit code {}.': '后台命令“{1}”失败，退出码 {2}。',
  'Background command "{}" failed.': '后台命令“{1}”失败。',
  'Background command "{}" completed.': '后台命令“{1}”已完成。',
  'Background command "{}" was stopped.': '后台命令“{1}”已停止。',
  'Background command "{}" was stopped. It was ended after its limit of {} ms.':
    '后台命令“{1}”已停止：超过 {2} 毫秒的时限。',
  'Background task "{}" completed.': '后台任务“{1}”已完成。',
  'Background task "{}" failed.': '后台任务“{1}”失败。',
  'Background task "{}" failed. {}': '后台任务“{1}”失败：{2}',
  'Background task "{}" was stopped.': '后台任务“{1}”已停止。',
  'Background task "{}" was stopped. It was ended after its limit of {} ms.':
    '后台任务“{1}”已停止：超过 {2} 毫秒的时限。',
  'Monitor "{}": {}': '监视“{1}”：{2}',
  'Scheduled ({}): {}': '定时任务（{1}）：{2}',
  'Scheduled ({}, late): {}': '定时任务（{1}，已延迟）：{2}',
  'Scheduled ({}, {} missed): {}': '定时任务（{1}，错过 {2} 次）：{3}',
  'The schedule {} ({}) expired after 7 days: {}': '定时任务 {1}（{2}）已满 7 天，自动结束：{3}',
  'Stopped the schedule {}: {}': '已停止定时任务 {1}：{2}',
  'The loop has ended.': '循环已结束。',
  'Loop stopped.': '循环已停止。',
  'Schedules are turned off (CAPSTAN_DISABLE_CRON).': '定时任务已关闭（CAPSTAN_DISABLE_CRON）。',
  '/loop needs an interactive session: this one ends with its answer.':
    '/loop 需要交互式会话：本会话回答后即结束。',
  '{} is larger than 25 kB. Shorten it, or say what to repeat: /loop 5m <prompt>':
    '{1} 超过 25 kB。请缩短，或说明要重复什么：/loop 5m <提示>',
  'This folder is not trusted, so nothing is kept in it. Use durable: false.':
    '此文件夹不受信任，不会在其中保存任何内容。请使用 durable: false。',
  'There are {} schedules already. Delete one first: CronList names them, CronDelete removes one.':
    '已有 {1} 个定时任务。请先删除一个：CronList 列出，CronDelete 删除。',
  'There is no schedule {}. There are none.': '没有定时任务 {1}。当前没有任何定时任务。',
  'There is no schedule {}. Known: {}.': '没有定时任务 {1}。现有：{2}。',
  'It comes with this project, and runs by itself only if you approve it. Changes to it ask again.':
    '它来自本项目，经你批准后才会自动运行。内容有变化时会再次询问。',
  'Goal reached after {} check: {}': '目标已达成（检查 {1} 次）：{2}',
  'Goal reached after {} checks: {}': '目标已达成（检查 {1} 次）：{2}',
  'Goal not reached yet (check {} of {}): {}': '目标尚未达成（第 {1} 次检查，最多 {2} 次）：{3}',
  'Goal not reached, stopped after {} check: {}': '目标未达成，检查 {1} 次后停止：{2}',
  'Goal not reached, stopped after {} checks: {}': '目标未达成，检查 {1} 次后停止：{2}',
  'its budget of {} is used up.': '预算 {1} 已用完。',
  'the check failed ({})': '检查失败（{1}）',
  'It did not end by itself.': '命令未自行结束。',
  'Exit code {}.': '退出码 {1}。',
  'Assistant mode: checks in after {} minutes of quiet, up to {} times and {} a day (today: {} times, {}).':
    '助理模式：安静 {1} 分钟后自行查看，每天最多 {2} 次、{3}（今日 {4} 次，{5}）。',
  "Assistant mode is paused until tomorrow: today's limit is used up ({} times, {}).":
    '助理模式暂停到明天：今日限额已用完（{1} 次，{2}）。',
  "Assistant mode isn't available here: this session ends with its answer.":
    '此处无法使用助理模式：本会话在回答后即结束。',
  'This session was left in assistant mode and continues in it. Turn it off with /assistant off.':
    '本会话上次处于助理模式，现在继续使用。用 /assistant off 关闭。',
  'This session was left with assistant mode off and continues without it. Turn it on with /assistant on.':
    '本会话上次关闭了助理模式，现在继续保持关闭。用 /assistant on 开启。',
  'Assistant mode is paused until you say something.': '助理模式已暂停，等你说话后继续。',
  "Assistant mode is off: its spending can't be recorded.": '助理模式已关闭：无法记录花费。',
  'There is no agent {}.': '没有代理 {1}。',
  "Coordinator mode can't be forked: a fork could only coordinate, too. Turn it off with /coordinator off first.":
    '协调模式下不能派生：派生出的会话同样只能协调。请先用 /coordinator off 关闭。',
  "Coordinator mode isn't available here: this session runs as the agent {}. Start one without --agent.":
    '此处不能使用协调模式：本会话以智能体 {1} 运行。请不带 --agent 启动会话。',
  'Coordinator mode changes between turns. Wait, or stop with Esc.':
    '协调模式只能在两轮之间切换。请等待，或按 Esc 停止。',
  'This session was left in coordinator mode and continues in it. Turn it off with /coordinator off.':
    '本会话上次处于协调模式，现在继续使用。用 /coordinator off 关闭。',
  'This session was left with coordinator mode off and continues without it. Turn it on with /coordinator on.':
    '本会话上次关闭了协调模式，现在继续保持关闭。用 /coordinator on 开启。',
  'This session was left in mode {} and continues in mode {}. To switch back, use --permission-mode {} or Shift-Tab.':
    '本会话上次处于 {1} 模式，现在以 {2} 模式继续。要切换回去，请用 --permission-mode {3} 或 Shift-Tab。',
  "Directories aren't added again on resume: {}. Use --add-dir or /add-dir.":
    '恢复会话时不会重新添加目录：{1}。请用 --add-dir 或 /add-dir 添加。',
  "This session ran as the agent {}, which doesn't exist anymore. Put its file back, or continue with --agent <name>, or with --agent none as Capstan itself. Available: {}.":
    '本会话以智能体 {1} 运行，但它已不存在。请恢复它的文件，或用 --agent <名称> 换一个继续，或用 --agent none 不带智能体继续。可用：{2}。',
  'Coordinator mode is off: this session runs as the agent {}.': '协调模式已关闭：本会话以智能体 {1} 运行。',
}
