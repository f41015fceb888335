import { area } from '../area.ts'

/** What /plugin and /import answer. */
export const pluginAnswer = area('commands-plugins', {
  plugin_takes: {
    en: '/plugin takes install, uninstall, enable, disable or update with a name; list; or marketplace add, remove, update or list.',
    zh: '/plugin 接受 install、uninstall、enable、disable 或 update 加名称；list；或 marketplace add、remove、update、list。',
  },
  installed: {
    en: 'Installed {id} {version}: {parts:list}. Run /reload-plugins to use it now.',
    zh: '已安装 {id} {version}：{parts:list}。用 /reload-plugins 立即生效。',
  },
  nothing_usable: { en: 'nothing that can be used here', zh: '没有此处可用的内容' },
  uninstalled: {
    en: 'Uninstalled {id}. Run /reload-plugins to use it now.',
    zh: '已卸载 {id}。用 /reload-plugins 立即生效。',
  },
  enabled: {
    en: 'Enabled {id}. Run /reload-plugins to use it now.',
    zh: '已启用 {id}。用 /reload-plugins 立即生效。',
  },
  disabled: {
    en: 'Disabled {id}. Run /reload-plugins to use it now.',
    zh: '已停用 {id}。用 /reload-plugins 立即生效。',
  },
  up_to_date: { en: '{id} is up to date.', zh: '{id} 已是最新。' },
  updated: {
    en: 'Updated {id} to {version}. Run /reload-plugins to use it now.',
    zh: '已更新 {id} 到 {version}。用 /reload-plugins 立即生效。',
  },
  asks_command: {
    en: '{id} asks for more (a command): open /plugin to see it, or add --yes.',
    zh: '{id} 还需要你同意（一个命令）：打开 /plugin 查看，或加 --yes。',
  },
  asks_bin: {
    en: '{id} asks for more (programs on the PATH): open /plugin to see it, or add --yes.',
    zh: '{id} 还需要你同意（PATH 中的程序）：打开 /plugin 查看，或加 --yes。',
  },
  asks_trust: {
    en: '{id} was not installed: your administrator wants you to read something first. Open /plugin, or add --yes.',
    zh: '未安装 {id}：管理员希望你先阅读一段说明。打开 /plugin，或加 --yes。',
  },
  asks_powers: {
    en: '{id} asks for more (new powers): open /plugin to see it, or add --yes.',
    zh: '{id} 还需要你同意（新的权限）：打开 /plugin 查看，或加 --yes。',
  },
  no_marketplaces: { en: 'No marketplaces yet.', zh: '还没有插件市场。' },
  marketplace: { en: '{name}: {state}', zh: '{name}：{state}' },
  plugin_count: { en: '{count:number} plugins', zh: '{count} 个插件' },
  marketplace_updated: { en: 'Updated {name}.', zh: '已更新 {name}。' },
  marketplace_added: {
    en: {
      one: 'Added the marketplace {name} with 1 plugin. /plugin shows them.',
      other: 'Added the marketplace {name} with {count:number} plugins. /plugin shows them.',
    },
    zh: '已添加插件市场 {name}：{count} 个插件。用 /plugin 查看。',
  },
  marketplace_removed: { en: 'Removed the marketplace {name}.', zh: '已移除插件市场 {name}。' },
  no_plugins: { en: 'No plugins are installed.', zh: '没有安装插件。' },
  plugin_enabled: { en: '{id} {version} enabled', zh: '{id} {version} 已启用' },
  plugin_disabled: { en: '{id} {version} disabled', zh: '{id} {version} 已停用' },

  nothing_to_import: { en: 'Nothing to import.', zh: '没有可导入的内容。' },
  would_write: { en: 'Would write:', zh: '将写入：' },
  left_alone: { en: 'Left alone:', zh: '保持不变：' },
  left_alone_file: { en: '  {file}: {why}', zh: '  {file}：{why}' },
  item_instructions: { en: '  instructions {name}: {from} → {to}', zh: '  说明文件 {name}：{from} → {to}' },
  item_server: { en: '  MCP server {name}: {from} → {to}', zh: '  MCP 服务器 {name}：{from} → {to}' },
  item_command: { en: '  command {name}: {from} → {to}', zh: '  命令 {name}：{from} → {to}' },
  item_agent: { en: '  agent {name}: {from} → {to}', zh: '  智能体 {name}：{from} → {to}' },
  item_skill: { en: '  skill {name}: {from} → {to}', zh: '  技能 {name}：{from} → {to}' },
  item_note: { en: '    {note}', zh: '    {note}' },
  item_rule: { en: '  {list} rule {name}: {from} → {to}', zh: '  {list}规则 {name}：{from} → {to}' },
  item_setting: { en: '  setting {name}: {from} → {to}', zh: '  设置 {name}：{from} → {to}' },
  item_hook: {
    en: '  hook ({event}) runs "{name}": {from} → {to}',
    zh: '  钩子（{event}）运行“{name}”：{from} → {to}',
  },
  kind_instructions: { en: 'instructions', zh: '说明文件' },
  kind_server: { en: 'server', zh: '服务器' },
  kind_command: { en: 'command', zh: '命令' },
  kind_agent: { en: 'agent', zh: '智能体' },
  kind_skill: { en: 'skill', zh: '技能' },
  kind_rule: { en: 'rule', zh: '规则' },
  kind_setting: { en: 'setting', zh: '设置' },
  kind_hook: { en: 'hook', zh: '钩子' },
  item_failed: { en: '  ! {name}: {why}', zh: '  ! {name}：{why}' },
  imported: { en: '{count:number} imported.', zh: '已导入 {count} 项。' },
  nothing_written: {
    en: 'Nothing was written: /import --yes does it.',
    zh: '尚未写入：用 /import --yes 执行。',
  },
})
