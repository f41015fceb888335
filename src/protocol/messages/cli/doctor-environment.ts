import { area } from '../area.ts'

/** What `capstan doctor` finds about extensions, telemetry and the terminal. */
export const doctorEnvironmentText = area('doctor_environment', {
  no_extensions: { en: 'No extensions are loaded here', zh: '没有加载扩展' },
  no_extensions_idle: {
    en: 'No extensions are loaded here; not in use: {idle:list}',
    zh: '没有加载扩展；未使用：{idle:list}',
  },
  extensions: {
    en: '{loaded:number} loaded, about {tokens} tokens in every request: {kinds:list}',
    zh: '已加载 {loaded} 项，每次请求约 {tokens} token：{kinds:list}',
  },
  extensions_idle: {
    en: '{loaded:number} loaded, about {tokens} tokens in every request: {kinds:list}; not in use: {idle:list}',
    zh: '已加载 {loaded} 项，每次请求约 {tokens} token：{kinds:list}；未使用：{idle:list}',
  },
  see_extensions: { en: 'See everything with /extensions.', zh: '用 /extensions 查看全部。' },
  extension_problem: { en: '{source}: {problem}', zh: '{source}：{problem}' },
  extension_problem_in: { en: '{source} ({file}): {problem}', zh: '{source}（{file}）：{problem}' },
  waiting: { en: 'Waiting for you: {what}', zh: '等待你确认：{what}' },
  plugins: { en: { one: '{count:number} plugin', other: '{count:number} plugins' }, zh: '{count} 个插件' },
  skills: { en: { one: '{count:number} skill', other: '{count:number} skills' }, zh: '{count} 个技能' },
  agents: { en: { one: '{count:number} agent', other: '{count:number} agents' }, zh: '{count} 个智能体' },
  commands: { en: { one: '{count:number} command', other: '{count:number} commands' }, zh: '{count} 个命令' },
  servers: {
    en: { one: '{count:number} MCP server', other: '{count:number} MCP servers' },
    zh: '{count} 个 MCP 服务器',
  },
  tools: { en: { one: '{count:number} tool', other: '{count:number} tools' }, zh: '{count} 个工具' },
  styles: { en: { one: '{count:number} style', other: '{count:number} styles' }, zh: '{count} 个输出风格' },
  hooks: { en: { one: '{count:number} hook', other: '{count:number} hooks' }, zh: '{count} 个钩子' },
  language_servers: {
    en: { one: '{count:number} language server', other: '{count:number} language servers' },
    zh: '{count} 个语言服务器',
  },
  monitors: {
    en: { one: '{count:number} monitor', other: '{count:number} monitors' },
    zh: '{count} 个监视器',
  },
  telemetry_nowhere: { en: 'Telemetry is on but goes nowhere', zh: '遥测已开启，但没有发送目标' },
  set_exporter: {
    en: 'Set OTEL_METRICS_EXPORTER, OTEL_LOGS_EXPORTER or OTEL_TRACES_EXPORTER.',
    zh: '请设置 OTEL_METRICS_EXPORTER、OTEL_LOGS_EXPORTER 或 OTEL_TRACES_EXPORTER。',
  },
  telemetry_to: { en: 'Telemetry goes to {places}', zh: '遥测发送到 {places}' },
  sends_prompts: { en: 'Telemetry sends your prompts', zh: '遥测会发送你的提示词' },
  sends_answers: { en: "Telemetry sends the model's answers", zh: '遥测会发送模型的回答' },
  sends_inputs: {
    en: 'Telemetry sends commands, paths and tool inputs',
    zh: '遥测会发送命令、路径和工具输入',
  },
  sends_results: { en: 'Telemetry sends what tools return', zh: '遥测会发送工具的返回内容' },
  sends_bodies: { en: 'Telemetry sends whole requests and replies', zh: '遥测会发送完整的请求和回复' },
  writes_bodies: {
    en: 'Whole requests and replies are written to {directory}',
    zh: '完整的请求和回复会写入 {directory}',
  },
  turn_off: { en: 'Set {variable}=0 to turn that off.', zh: '要关闭，请设置 {variable}=0。' },
  terminal: { en: '{facts:list}', zh: '{facts:list}' },
  unknown_terminal: { en: 'unknown terminal', zh: '未知终端' },
  colors: { en: '{number} colors', zh: '{number} 色' },
  no_colors: { en: 'no colors', zh: '无彩色' },
  links: { en: 'links', zh: '支持链接' },
  over_ssh: { en: 'over SSH', zh: '通过 SSH' },
  in_tmux: { en: 'in tmux', zh: '在 tmux 中' },
  dumb: {
    en: 'TERM is "dumb": the full-screen interface isn\'t available',
    zh: 'TERM 为 "dumb"：无法使用全屏界面',
  },
  other_terminal: { en: 'Use another terminal, or -p.', zh: '请使用其他终端，或使用 -p。' },
  few_colors: { en: 'Only 16 colors', zh: '只有 16 色' },
  set_truecolor: {
    en: 'If your terminal supports more, set COLORTERM=truecolor.',
    zh: '如果终端支持更多颜色，请设置 COLORTERM=truecolor。',
  },
  no_locale: {
    en: 'The locale is not set: non-ASCII characters may not display correctly',
    zh: '未设置区域：ASCII 以外的字符可能显示错误',
  },
  locale: {
    en: 'The locale is "{locale}": non-ASCII characters may not display correctly',
    zh: '区域为 "{locale}"：ASCII 以外的字符可能显示错误',
  },
  set_locale: {
    en: 'Set LANG to a UTF-8 locale, such as C.UTF-8.',
    zh: '请将 LANG 设为 UTF-8 区域，例如 C.UTF-8。',
  },
  tmux_escape: { en: 'tmux: Esc is delayed', zh: 'tmux：Esc 会被延迟' },
  tmux_keys: {
    en: 'tmux: Shift-Enter and Ctrl-Enter look like Enter',
    zh: 'tmux：Shift-Enter 和 Ctrl-Enter 与 Enter 无法区分',
  },
  tmux_focus: {
    en: "tmux: Capstan can't tell whether you're watching",
    zh: 'tmux：无法得知你是否在看屏幕',
  },
  tmux_passthrough: {
    en: "tmux: notifications and the clipboard don't get through",
    zh: 'tmux：通知和剪贴板无法传出',
  },
  tmux_conf: { en: 'In ~/.tmux.conf: {line}', zh: '在 ~/.tmux.conf 中写入：{line}' },
})
