import { area } from '../area.ts'

/** What several commands answer. */
export const usageAnswer = area('commands-usage', {
  not_a_command: { en: '{line} is not a command.', zh: '{line} 不是命令。' },
  not_during_turn: {
    en: "/{name} can't run during a turn. Interrupt it, or wait for it to end.",
    zh: '/{name} 不能在一轮进行中运行。请中断它，或等它结束。',
  },
  not_from_prompt: {
    en: "A command in a prompt can't change settings, permissions, the mode or files. Type it at the terminal.",
    zh: '提示词中的命令不能更改设置、权限、模式或文件。请在终端中输入。',
  },
  not_from_client: {
    en: "Clients of this session can't do this. Do it on its machine, or start the server with --allow-settings.",
    zh: '本会话的客户端不能这样做。请在会话所在的机器上操作，或用 --allow-settings 启动服务器。',
  },
  or_run: { en: 'Or run "{command}".', zh: '或运行 "{command}"。' },
  takes_on_or_off: { en: '/{command} takes on or off.', zh: '/{command} 只接受 on 或 off。' },
  usage: { en: 'Usage: {usage}', zh: '用法：{usage}' },
  interactive_only: { en: 'This only works in an interactive session.', zh: '只能在交互会话中使用。' },
  saved: { en: '{what} Saved in {file}.', zh: '{what}已保存到 {file}。' },
  with_file: { en: '{text} ({file})', zh: '{text}（{file}）' },
  problems: { en: 'Problems:', zh: '问题：' },
  above_zero: {
    en: '--{flag} takes a number above 0 and up to {most:number}.',
    zh: '--{flag} 需要大于 0 且不超过 {most} 的数字。',
  },
  of_plugin: { en: 'plugin {name}', zh: '插件 {name}' },
  of_server: { en: 'server {name}', zh: '服务器 {name}' },
  level_directory: { en: '{level} ({directory})', zh: '{level}（{directory}）' },
})
