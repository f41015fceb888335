import { area } from '../area.ts'

/** What commands about the work answer: changes, tasks, modes, agents. */
export const workAnswer = area('commands-work', {
  pr_off: {
    en: 'Following pull requests is off. Turn it on with /config pullRequests.enabled=true, then start again.',
    zh: '关注拉取请求未开启。用 /config pullRequests.enabled=true 开启后重新启动。',
  },
  pr_none: {
    en: 'This session follows no pull request. Follow one with /pr follow <url or number>.',
    zh: '本会话没有关注拉取请求。用 /pr follow <地址或编号> 关注。',
  },
  pr_follow: { en: 'Following {name}: {title}', zh: '已关注 {name}：{title}' },
  pr_unfollow: { en: 'No longer following {name}: {title}', zh: '不再关注 {name}：{title}' },
  pr_allow: {
    en: 'Answers to {name} are sent without asking until this session ends: {title}',
    zh: '在本会话结束之前，对 {name} 的回复不再询问、直接发送：{title}',
  },
  pr_draft: {
    en: 'Draft {id} for {name} (/pr send {id}, /pr drop {id}):',
    zh: '{name} 的草稿 {id}（/pr send {id}、/pr drop {id}）：',
  },
  pr_send: { en: 'Draft {id} was sent to {name}.', zh: '草稿 {id} 已发送到 {name}。' },
  pr_drop: { en: 'Draft {id} for {name} was dropped.', zh: '{name} 的草稿 {id} 已丢弃。' },
  browser_off: {
    en: 'The browser is off. Switch it on with /browser on',
    zh: '浏览器已关闭。用 /browser on 开启',
  },
  browser_on: {
    en: 'The model may use a browser. It starts when it is needed.',
    zh: '模型可以使用浏览器，需要时启动。',
  },
  browser_runs: { en: 'The browser is running.', zh: '浏览器正在运行。' },
  browser_window: {
    en: 'You see its window, and can use it: what you type there stays there.',
    zh: '显示窗口，你可以操作；你在其中输入的内容不会离开浏览器。',
  },
  browser_open: {
    en: 'It runs without its own sandbox, because Capstan runs as root: open only pages you trust.',
    zh: '由于 Capstan 以 root 身份运行，浏览器没有启用自身的沙箱：只打开可信的网页。',
  },
  browser_downloads: { en: 'Downloads, unopened: {path}', zh: '下载的文件（未打开）：{path}' },
  browser_allowed: { en: 'Allowed in this session: {rule}', zh: '本次会话中已允许：{rule}' },
  browser_host: {
    en: '{host} is no host, such as localhost or example.org.',
    zh: '{host} 不是主机名，如 localhost 或 example.org。',
  },
  browser_takes: {
    en: '/browser takes on, off, stop, window, hide, or allow and a host, such as localhost.',
    zh: '/browser 接受 on、off、stop、window、hide，或 allow 加主机名，如 localhost。',
  },
  batch_usage: {
    en: 'Say what to change where: /batch replace moment with date-fns in every package (/batch --fleet …: on the machines of your fleet)',
    zh: '请说明要在哪里改什么：/batch 在每个包中把 moment 换成 date-fns（/batch --fleet …：在您的机群上执行）',
  },
  script_usage: {
    en: 'Write /script save <name>: the last script that worked becomes a skill of this project. --user: of yours, everywhere.',
    zh: '请写 /script save <名称>：把最近成功的脚本保存为本项目的技能。--user：保存为你在所有项目中的技能。',
  },
  script_name: {
    en: '"{name}" can\'t be a name: lower-case letters, digits and "-".',
    zh: '“{name}”不能作为名称：只用小写字母、数字和“-”。',
  },
  script_none: {
    en: 'No script has run to its end in this conversation.',
    zh: '本会话中没有成功运行的脚本。',
  },
  script_nowhere: { en: 'There is no place for your skills here.', zh: '此处没有存放个人技能的位置。' },
  script_exists: {
    en: '{directory} already has a skill. Choose another name.',
    zh: '{directory} 中已有技能。请换一个名称。',
  },
  script_saved: {
    en: 'Saved to {directory}. Run it with /{name}, or without a model: capstan script {directory}/{name}.capstan.js',
    zh: '已保存到 {directory}。用 /{name} 运行，或不使用模型：capstan script {directory}/{name}.capstan.js',
  },
  now_in: { en: 'Now working in {directory}.', zh: '工作目录现为 {directory}。' },
  no_changes: { en: 'No files were changed in this session.', zh: '本会话没有更改文件。' },
  file_change: {
    en: '{path}: {status}, +{added:number} -{removed:number}',
    zh: '{path}：{status}，+{added} -{removed}',
  },
  not_text: { en: '(not text)', zh: '（不是文本）' },
  truncated: { en: '(truncated)', zh: '（已截断）' },

  goal_cleared: { en: 'Goal cleared: {goal}', zh: '已清除目标：{goal}' },
  goal_not_set: { en: 'No goal is set.', zh: '没有设置目标。' },
  goal_usage: {
    en: 'No goal is set. Set one with /goal <condition>, or /goal $ <command> that must succeed.',
    zh: '没有设置目标。用 /goal <条件> 设置，或用 /goal $ <命令>（命令必须成功）。',
  },
  goal_active: { en: 'Goal: {goal}', zh: '目标：{goal}' },
  goal_reached: { en: 'Goal reached: {goal}', zh: '目标已达成：{goal}' },
  goal_stopped: { en: 'Goal not reached, stopped: {goal}', zh: '目标未达成，已停止：{goal}' },
  goal_used: {
    en: 'Used: {rounds:number} of {maxRounds:number} checks, {minutes:number} of {maxMinutes:number} min, {money} of {maxMoney}.',
    zh: '已用：检查 {rounds}/{maxRounds} 次，{minutes}/{maxMinutes} 分钟，{money}/{maxMoney}。',
  },
  goal_last: { en: 'Last check: {words}', zh: '上次检查：{words}' },
  goal_clear_hint: { en: 'Clear it with /goal clear.', zh: '用 /goal clear 清除。' },
  goal_takes: {
    en: 'Say when the work is done: /goal all tests pass, or /goal $ npm test',
    zh: '请说明何时算完成：/goal 所有测试通过，或 /goal $ npm test',
  },

  no_agents_ran: { en: 'No agents have run in this session.', zh: '本会话没有运行过智能体。' },
  other_sessions: { en: 'Your other sessions on this machine:', zh: '你在本机的其他会话：' },
  held_message: {
    en: 'Held message {number:number} from session {from}:',
    zh: '会话 {from} 的消息 {number} 已保留：',
  },
  delivered: { en: 'Delivered: {count:number}', zh: '已送达：{count}' },
  dropped: { en: 'Removed: {count:number}', zh: '已移除：{count}' },
  no_such_held: { en: 'No such message is held.', zh: '没有保留这样的消息。' },
  in_background: { en: '{state}, background', zh: '{state}，后台' },

  plan_not_on: { en: 'Plan mode is not on.', zh: '规划模式未开启。' },
  plan_off: { en: 'Plan mode is off.', zh: '规划模式已关闭。' },
  plan_off_back: { en: 'Plan mode is off. Back in mode {mode}.', zh: '规划模式已关闭，回到“{mode}”模式。' },
  plan_on: {
    en: 'Plan mode is on: say what to plan. Leave it with /plan off.',
    zh: '规划模式已开启：请说明要规划什么。用 /plan off 退出。',
  },
  assistant_on: {
    en: 'Assistant mode is on: Capstan checks in by itself while it is quiet. Turn it off with /assistant off.',
    zh: '助理模式已开启：空闲时 Capstan 会自动检查。用 /assistant off 关闭。',
  },
  assistant_off: {
    en: 'Assistant mode is off: nothing starts by itself any more.',
    zh: '助理模式已关闭：不再自行开始工作。',
  },
  coordinator_on: {
    en: 'Coordinator mode is on: the model plans, agents do the work. Turn it off with /coordinator off.',
    zh: '协调模式已开启：模型负责规划，智能体完成工作。用 /coordinator off 关闭。',
  },
  coordinator_off: {
    en: 'Coordinator mode is off: the model works with its own tools again.',
    zh: '协调模式已关闭：模型重新使用自己的工具。',
  },
  cache_lost_once: {
    en: 'Your next message is sent without the prompt cache, so it costs more once.',
    zh: '下一条消息不使用提示词缓存，会多花一次费用。',
  },

  no_todos: { en: 'The to-do list is empty.', zh: '待办列表为空。' },
  no_tasks: { en: 'No background tasks.', zh: '没有后台任务。' },
  stop_hint: { en: 'Stop one with /stop <id>.', zh: '用 /stop <id> 停止。' },
  since: { en: 'since {time}', zh: '自 {time}' },
  seconds: { en: '{count:number} s', zh: '{count} 秒' },
  which_task: { en: 'Which one? {tasks:list}, or all.', zh: '哪一个？{tasks:list}，或 all。' },
  named: { en: '{id} ({description})', zh: '{id}（{description}）' },
  no_such_task: {
    en: 'No task {id} is running. /tasks lists them.',
    zh: '没有正在运行的任务 {id}。用 /tasks 列出。',
  },
  tasks_ended: { en: 'Ended: {tasks:list}', zh: '已停止：{tasks:list}' },
  moved: {
    en: 'In the background: {tasks:list}. /tasks shows it.',
    zh: '已转入后台：{tasks:list}。用 /tasks 查看。',
  },
  nothing_to_move: {
    en: 'No running command to move to the background.',
    zh: '没有可转入后台的命令。',
  },
})
