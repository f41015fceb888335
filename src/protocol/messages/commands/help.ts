import { area } from '../area.ts'

/** What the commands of /help's last group answer: help, status, reports. */
export const helpAnswer = area('commands-help', {
  group_conversation: { en: 'Conversation', zh: '对话' },
  group_context: { en: 'Context, memory and cost', zh: '上下文、记忆和费用' },
  group_work: { en: 'Work', zh: '工作' },
  group_permissions: { en: 'Permissions', zh: '权限' },
  group_setup: { en: 'Setup', zh: '设置' },
  group_help: { en: 'Help', zh: '帮助' },
  group_skills: { en: 'Skills', zh: '技能' },
  name_and_hint: { en: '/{name} {hint}', zh: '/{name} {hint}' },
  more_commands: {
    en: {
      one: '{count:number} more command: /help all lists it.',
      other: '{count:number} more commands: /help all lists them.',
    },
    zh: '另有 {count} 个命令：用 /help all 查看全部。',
  },
  no_variables: {
    en: 'Settings give no variables to commands. Set one with: /config env.NAME=value',
    zh: '设置没有为命令提供变量。设置方法：/config env.名称=值',
  },
  tour: {
    en: '{count:number} things Capstan can do; ✓ marks what you use here. /powerup <number> shows one.',
    zh: 'Capstan 的 {count} 项功能；✓ 表示这里已在用。/powerup <编号> 查看一项。',
  },
  tour_item: { en: '{mark} {number}  {title}', zh: '{mark} {number}  {title}' },
  tour_next: { en: 'Next: /powerup {number:number}', zh: '接下来：/powerup {number}' },
  tour_takes: {
    en: '/powerup takes a number from 1 to {count:number}.',
    zh: '/powerup 接受 1 到 {count} 的编号。',
  },
  no_release_notes: { en: 'No release notes found.', zh: '没有找到版本说明。' },
  nothing_to_exit: {
    en: 'Nothing to exit: Capstan ends after this answer.',
    zh: '无需退出：回答之后 Capstan 即结束。',
  },

  session_in: { en: 'Session: {id}, in {file}', zh: '会话：{id}，位于 {file}' },
  session_named: { en: 'Session: {id} ({title})', zh: '会话：{id}（{title}）' },
  session: { en: 'Session: {id}', zh: '会话：{id}' },
  turn_running: {
    en: 'Turn: running; {queued:number} queued, {tasks:number} background tasks',
    zh: '轮次：进行中；排队 {queued}，后台任务 {tasks}',
  },
  turn_none: {
    en: 'Turn: none; {queued:number} queued, {tasks:number} background tasks',
    zh: '轮次：无；排队 {queued}，后台任务 {tasks}',
  },
  memory: { en: 'Memory: {all} MB, {used} MB of it in use', zh: '内存：{all} MB，其中已用 {used} MB' },
  log: { en: 'Log: {file}', zh: '日志：{file}' },
  nothing_logged: {
    en: 'Nothing is logged. Start with --debug to write a log, or check the session with capstan sessions verify.',
    zh: '没有日志。用 --debug 启动可写日志，或用 capstan sessions verify 检查会话。',
  },

  feedback_usage: {
    en: 'Say what happened: /feedback the diff was empty after an edit.',
    zh: '请说明发生了什么：/feedback 编辑后 diff 为空。',
  },
  nowhere_to_write: {
    en: 'There is no directory to write a report to here.',
    zh: '这里没有可写入报告的目录。',
  },
  feedback_written: {
    en: 'Wrote {path}. Nothing was sent. Secrets are masked; review it before sharing.',
    zh: '已写入 {path}。没有发送任何内容。密钥已遮盖，分享前请检查。',
  },
  heap_written: {
    en: 'Wrote {path} (heap {heap} MB, process {all} MB). It holds everything this program has in memory, keys included: do not share it.',
    zh: '已写入 {path}（堆 {heap} MB，进程 {all} MB）。其中有本程序内存中的一切，包括密钥：请勿分享。',
  },

  model: {
    en: 'Model: {model}, effort {effort}, thinking {thinking}',
    zh: '模型：{model}，思考强度：{effort}，思考：{thinking}',
  },
  directory: { en: 'Directory: {directory}', zh: '目录：{directory}' },
  mode: { en: 'Mode: {mode}, sandbox {sandbox}', zh: '权限模式：{mode}，沙箱：{sandbox}' },
  credential: { en: 'Credential: {credential}', zh: '凭据：{credential}' },
  context: { en: 'Context: about {tokens} of {window} tokens', zh: '上下文：约 {tokens} / {window} token' },
  cost: { en: 'Cost: {money}', zh: '费用：{money}' },
  cost_at_least: { en: 'Cost: at least {money}', zh: '费用：至少 {money}' },
  not_saved: { en: "This session isn't saved.", zh: '本会话未保存。' },
  file: { en: 'File: {file}', zh: '文件：{file}' },
  doctor_elsewhere: {
    en: 'Run capstan doctor, or /doctor in an interactive session.',
    zh: '请运行 capstan doctor，或在交互会话中使用 /doctor。',
  },
})
