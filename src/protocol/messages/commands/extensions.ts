import { area } from '../area.ts'

/** What commands about skills, agents, servers, editors and plugins answer. */
export const extensionsAnswer = area('commands-extensions', {
  nothing_loaded: {
    en: 'No extensions are loaded. Skills, agents, hooks, MCP servers and plugins appear here.',
    zh: '没有加载扩展。技能、智能体、钩子、MCP 服务器和插件会显示在这里。',
  },
  tokens_together: {
    en: 'Together about {tokens} tokens in every request.',
    zh: '每次请求共约 {tokens} token。',
  },
  tokens_saved: {
    en: {
      one: '{count:number} tool is defined only when it is needed: that saves about {tokens} tokens in every request.',
      other:
        '{count:number} tools are defined only when they are needed: that saves about {tokens} tokens in every request.',
    },
    zh: '{count} 个工具用到时才发送定义：每次请求节省约 {tokens} token。',
  },
  overridden: { en: 'Overridden:', zh: '被覆盖：' },
  override: {
    en: '- {kind} {name} of {over}: the one of {by} is used',
    zh: '- {kind} {name}（{over}）：已由{by}的同名项取代',
  },
  problem: { en: '- {source}: {message}', zh: '- {source}：{message}' },
  waiting: { en: 'Waiting for you:', zh: '等待你确认：' },
  waits: { en: '- {what}. {fix}', zh: '- {what}。{fix}' },

  no_such_editor: {
    en: 'No editor is called "{name}". /ide lists them.',
    zh: '没有名为“{name}”的编辑器。用 /ide 查看列表。',
  },
  several_editors: {
    en: 'Several editors are called "{name}". Write the id of one.',
    zh: '有多个名为“{name}”的编辑器。请写出其中一个的 id。',
  },
  selection_takes: { en: '/ide selection takes on or off.', zh: '/ide selection 的参数是 on 或 off。' },
  selection_sent: {
    en: 'What you select in your editor is sent along with your prompts.',
    zh: '编辑器中选中的内容会随输入发送。',
  },
  selection_not_sent: {
    en: 'What you select in your editor is not sent.',
    zh: '编辑器中选中的内容不会发送。',
  },
  no_editor: {
    en: 'No editor found. Open this folder in an editor with a plugin (docs/editors.md).',
    zh: '未找到编辑器。请在装有插件的编辑器中打开此文件夹（docs/editors.md）。',
  },
  editor_ignored: { en: 'Ignored {file}: {why}.', zh: '已忽略 {file}：{why}。' },
  has_folder: { en: 'has this folder open', zh: '已打开此文件夹' },
  has_other_folder: { en: 'has another folder open', zh: '打开了其他文件夹' },
  editor_none: { en: 'not connected', zh: '未连接' },
  editor_connecting: { en: 'connecting', zh: '连接中' },
  editor_connected: { en: 'connected', zh: '已连接' },
  editor_lost: { en: 'reconnecting', zh: '重新连接中' },

  no_servers: {
    en: 'No MCP servers are configured. Add one with "capstan mcp add".',
    zh: '没有配置 MCP 服务器。用 "capstan mcp add" 添加。',
  },
  server_enabled: { en: 'Enabled {name}.', zh: '已启用 {name}。' },
  server_turned_off: { en: 'Disabled {name}.', zh: '已停用 {name}。' },
  server_reconnected: { en: 'Reconnected {name}.', zh: '已重新连接 {name}。' },
  server_not_changed: { en: '{name}: {why}', zh: '{name}：{why}' },
  enable_by_name: {
    en: 'Servers of the project are enabled one by one, after you looked at them: {names:list}.',
    zh: '项目自带的服务器需逐个查看后启用：{names:list}。',
  },
  no_server_changed: { en: 'No server had to be changed.', zh: '没有需要更改的服务器。' },
  mcp_takes: {
    en: 'Write one of {actions:list}, and the name of a server (or all, for enable, disable and reconnect).',
    zh: '请写 {actions:list} 之一，并加上服务器名称（enable、disable、reconnect 可用 all）。',
  },
  server_connected: { en: 'connected', zh: '已连接' },
  server_ready: { en: 'starts when needed', zh: '用到时启动' },
  server_failed: { en: 'failed', zh: '失败' },
  server_needs_auth: { en: 'needs sign-in', zh: '需要登录' },
  server_pending: { en: 'connecting', zh: '连接中' },
  server_disabled: { en: 'disabled', zh: '已停用' },
  server_unapproved: { en: 'waiting for your approval (/mcp)', zh: '等待你批准（/mcp）' },

  reload_takes: {
    en: '/reload-plugins takes nothing, or --force.',
    zh: '/reload-plugins 不带参数，或带 --force。',
  },
  plugins_loaded: { en: 'Loaded: {plugins:list}.', zh: '已加载：{plugins:list}。' },
  plugins_changed: { en: 'Changed: {plugins:list}.', zh: '已更改：{plugins:list}。' },
  plugins_unloaded: { en: 'Unloaded: {plugins:list}.', zh: '已卸载：{plugins:list}。' },
  no_plugin_changed: { en: 'No plugin has changed.', zh: '插件没有变化。' },

  no_skills: {
    en: 'No skills yet. Put one in .capstan/skills/<name>/SKILL.md (this project) or ~/.capstan/skills/<name>/SKILL.md (everywhere); .claude/skills works too. /skillify makes one from this conversation.',
    zh: '还没有技能。可放在 .capstan/skills/<名称>/SKILL.md（本项目）或 ~/.capstan/skills/<名称>/SKILL.md（所有项目），也支持 .claude/skills。/skillify 可从本会话生成技能。',
  },
  skills_takes: {
    en: 'Write one of {uses:list}, and the name of a skill.',
    zh: '请写出 {uses:list} 之一，再加技能名称。',
  },
  by_name_only: { en: 'you and the model (name only)', zh: '你和模型（仅名称）' },
  by_you_model_later: {
    en: 'you; the model once it works on {files:list}',
    zh: '你；模型用到 {files:list} 时也可',
  },
  by_model_later: { en: 'the model once it works on {files:list}', zh: '模型用到 {files:list} 时' },
  by_both: { en: 'you and the model', zh: '你和模型' },
  by_you: { en: 'you', zh: '你' },
  by_model: { en: 'the model', zh: '模型' },
  by_nobody: { en: 'nobody', zh: '无' },
  reloaded: { en: 'Loaded {skills} and {agents}.', zh: '已加载 {skills}和{agents}。' },
  reloaded_problems: {
    en: 'Loaded {skills} and {agents}. Problems: {problems:number}, see /skills.',
    zh: '已加载 {skills}和{agents}。有 {problems} 个问题，见 /skills。',
  },
  skill_count: { en: { one: '{count:number} skill', other: '{count:number} skills' }, zh: '{count} 个技能' },
  agent_count: {
    en: { one: '{count:number} agent', other: '{count:number} agents' },
    zh: ' {count} 个智能体',
  },
  no_agents: {
    en: 'No agents yet. Put one in .capstan/agents/<name>.md (this project) or ~/.capstan/agents/<name>.md (everywhere); .claude/agents works too.',
    zh: '还没有智能体。可放在 .capstan/agents/<名称>.md（本项目）或 ~/.capstan/agents/<名称>.md（所有项目），也支持 .claude/agents。',
  },
})
