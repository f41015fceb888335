import type { Rows } from '../area.ts'

/** Rows of the list of commands: skills, agents, hooks, servers and plugins. */
export const EXTENSION_COMMANDS = {
  skills: {
    en: 'Show skills: where they come from, who can call them, what they cost; switch one on or off',
    zh: '显示技能：来源、谁可以调用、占用多少；启用或停用',
  },
  skills_arguments: { en: '[on|off name]', zh: '[on|off 名称]' },
  agents: { en: 'List agents; create, edit, delete or try one', zh: '列出智能体；新建、编辑、删除或试用' },
  list_agents: {
    en: 'Show agents and your other sessions; deliver or drop their held messages',
    zh: '显示智能体和你的其他会话；送达或移除被保留的消息',
  },
  list_agents_arguments: { en: '[deliver|drop] [number]', zh: '[deliver|drop] [编号]' },
  reload_skills: { en: 'Load skills, commands and agents anew', zh: '重新加载技能、命令和智能体' },
  hooks: {
    en: 'List the configured hooks, with the file each comes from',
    zh: '列出已配置的钩子及其来源文件',
  },
  mcp: {
    en: 'Show MCP servers and their state; reconnect, enable, disable or sign in',
    zh: '显示 MCP 服务器及其状态；重新连接、启用、停用或登录',
  },
  mcp_arguments: {
    en: '[reconnect|enable|disable|approve|login|logout name]',
    zh: '[reconnect|enable|disable|approve|login|logout 名称]',
  },
  extensions: {
    en: 'Show everything loaded: where it comes from, what it costs, and what is wrong with it',
    zh: '显示已加载的全部扩展：来源、占用的 token 和问题',
  },
  reload_plugins: {
    en: 'Take up plugins that were installed, changed or removed',
    zh: '重新读取安装、更改或删除的插件',
  },
  reload_plugins_arguments: { en: '[--force]', zh: '[--force]' },
  plugin: { en: 'Manage plugins and marketplaces', zh: '管理插件和插件市场' },
  plugin_arguments: {
    en: '[install|uninstall|enable|disable|update <name> | marketplace add …]',
    zh: '[install|uninstall|enable|disable|update <名称> | marketplace add …]',
  },
  import: {
    en: 'Show what can be brought over from other tools; --yes does it',
    zh: '查看可从其他工具导入的内容；--yes 执行',
  },
  import_arguments: { en: '[tool …] [--yes]', zh: '[工具 …] [--yes]' },
} as const satisfies Rows
