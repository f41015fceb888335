import { area } from '../area.ts'

/** What ends subcommands about sessions, agents and what runs in the background. */
export const sessionCommandText = area('cli_sessions', {
  agent_silent: {
    en: "The session of {agent} doesn't answer. Open it and stop the agent with /tasks (session {session}).",
    zh: '{agent} 所在的会话没有响应。请打开该会话，用 /tasks 停止智能体（会话 {session}）。',
  },
  no_agent: {
    en: 'No running agent {name}. "{command} agents running" lists them.',
    zh: '没有正在运行的智能体 {name}。"{command} agents running" 列出所有。',
  },
  several_agents: {
    en: 'Several agents are called {name}: use an id ({ids:list}).',
    zh: '有多个名为 {name} 的智能体：请使用 id（{ids:list}）。',
  },
  attach_terminal: {
    en: "attach: stdin or stdout isn't a terminal.",
    zh: 'attach：标准输入或输出不是终端。',
  },
  attach_unexpected: { en: 'attach: unexpected {word}.\n{usage}', zh: 'attach：多余的 {word}。\n{usage}' },
  attach_url_first: { en: 'attach: the url comes first.\n{usage}', zh: 'attach：请先写地址。\n{usage}' },
  attach_several: {
    en: 'attach: several sessions match "{wanted}". Give more of the id.',
    zh: 'attach：有多个会话匹配 "{wanted}"。请给出更完整的 id。',
  },
  attach_none: {
    en: 'attach: the server has no session "{wanted}".',
    zh: 'attach：服务器上没有会话 "{wanted}"。',
  },
  job_is_command: {
    en: '{id} is a command: see what it prints with "{command} logs {id} -f".',
    zh: '{id} 是一条命令：用 "{command} logs {id} -f" 查看它的输出。',
  },
  job_ended_resume: {
    en: '{id} has ended. Resume it with "{command} --resume {session}".',
    zh: '{id} 已结束。用 "{command} --resume {session}" 恢复。',
  },
  nothing_to_attach: {
    en: 'Nothing to attach to: no server and no background session is running here. Start one with "{command} serve" or "{command} --bg".',
    zh: '没有可连接的目标：此处没有正在运行的服务器或后台会话。用 "{command} serve" 或 "{command} --bg" 启动。',
  },
  no_sign_in: {
    en: 'No way to sign in at {server}. Give a link ("capstan serve link" prints one there), or set CAPSTAN_SERVE_TOKEN.',
    zh: '无法登录 {server}。请提供链接（在那边运行 "capstan serve link" 可得到），或设置 CAPSTAN_SERVE_TOKEN。',
  },
  no_url: { en: 'attach: {given} is not a url.', zh: 'attach：{given} 不是地址。' },
  unreachable: { en: 'The server at {server} cannot be reached.', zh: '无法连接位于 {server} 的服务器。' },
  used_link: {
    en: 'This link was used already or is too old. "capstan serve link" prints a new one.',
    zh: '此链接已使用过或已过期。"capstan serve link" 可生成新链接。',
  },
  no_job: {
    en: 'Nothing in the background is called {name}. "{command} agents running" lists what is.',
    zh: '后台没有名为 {name} 的任务。"{command} agents running" 列出所有。',
  },
  several_jobs: {
    en: 'Several match {name}: {ids:list}. Give more of the id.',
    zh: '有多个匹配 {name}：{ids:list}。请给出更完整的 id。',
  },
  log_gone: { en: 'Its log is gone.', zh: '它的日志已不存在。' },
  directory_gone: {
    en: '{id} worked in {directory}, which is gone.',
    zh: '{id} 的工作目录 {directory} 已不存在。',
  },
  no_session_yet: {
    en: '{id} ended before it had a session to continue.',
    zh: '{id} 在有可继续的会话之前就结束了。',
  },
  still_running: {
    en: '{id} is still running. Stop it first: {command} stop {id}',
    zh: '{id} 仍在运行。请先停止：{command} stop {id}',
  },
  shell_failed: { en: 'The shell could not be started ({error}).', zh: '无法启动 shell（{error}）。' },
  background_off: {
    en: 'Sessions in the background are turned off in settings ("disableAgentView").',
    zh: '设置关闭了后台会话（"disableAgentView"）。',
  },
  not_started: { en: 'It could not be started.\n{log}', zh: '无法启动。\n{log}' },
  no_tmux: {
    en: "--tmux needs tmux, and it isn't installed. Install it, or leave --tmux out.",
    zh: '--tmux 需要 tmux，但未安装。请安装，或去掉 --tmux。',
  },
  tmux_failed: { en: 'tmux could not be started ({error}).', zh: '无法启动 tmux（{error}）。' },
  ended_already: { en: '{id} has ended already.', zh: '{id} 已经结束。' },
  mirror_onto_itself: {
    en: 'Sessions are already kept in {directory}: other programs find them there.',
    zh: '会话本来就保存在 {directory}，其他程序可以直接找到。',
  },
  no_sessions: {
    en: 'There are no sessions in {directory}. "{command} sessions list --all" shows the others.',
    zh: '{directory} 中没有会话。"{command} sessions list --all" 显示其他会话。',
  },
  exists: {
    en: '{path} already exists. Use --force to overwrite it, or --output to choose another.',
    zh: '{path} 已存在。用 --force 覆盖，或用 --output 另选一个。',
  },
  cannot_write: { en: 'Cannot write {path}: {error}.', zh: '无法写入 {path}：{error}。' },
  missing: { en: '{path} does not exist.', zh: '{path} 不存在。' },
  too_many_files: {
    en: '{path} holds more than {max:number} files. Name a smaller directory.',
    zh: '{path} 中的文件超过 {max} 个。请指定更小的目录。',
  },
  copy_exists: {
    en: '{path} already exists. Choose another directory with --to.',
    zh: '{path} 已存在。请用 --to 选择另一个目录。',
  },
  who_form: {
    en: 'ledger: --who takes a file and a line, such as src/cart.ts:12, not {given}.',
    zh: 'ledger：--who 需要文件和行号，例如 src/cart.ts:12，而不是 {given}。',
  },
  few_lines: {
    en: { one: '{path} has {number} line, not {line}.', other: '{path} has {number} lines, not {line}.' },
    zh: '{path} 只有 {number} 行，没有第 {line} 行。',
  },
  not_text: { en: "{path} isn't a text file, or is too large.", zh: '{path} 不是文本文件，或过大。' },
  cannot_read: { en: 'Cannot read {path}: {error}.', zh: '无法读取 {path}：{error}。' },
})
