import type { Power, PowerKind } from '../../extensions/power.ts'
import { area } from '../area.ts'
import type { LocalizedText } from '../localized-text.ts'

/** What a plugin consists of, and what of it can run, send, read or grant. */
export const partText = area('plugin_parts', {
  skills: { en: 'skills', zh: '技能' },
  commands: { en: 'commands', zh: '命令' },
  agents: { en: 'agents', zh: '智能体' },
  styles: { en: 'output styles', zh: '输出风格' },
  hook: { en: 'hook {name}', zh: '钩子 {name}' },
  server: { en: 'MCP server {name}', zh: 'MCP 服务器 {name}' },
  language_server: { en: 'language server {name}', zh: '语言服务器 {name}' },
  monitor: { en: 'monitor {name}', zh: '监视器 {name}' },
  workflows: { en: 'workflows', zh: '工作流' },
  themes: { en: 'themes', zh: '主题' },
  programs: { en: 'programs (bin)', zh: '程序（bin）' },
  scripts: { en: 'workflows in TypeScript', zh: '用 TypeScript 编写的工作流' },
  setting_of: { en: 'settings.json: {key}', zh: 'settings.json：{key}' },
  skill_named: { en: 'skill {name}  {about}', zh: '技能 {name}  {about}' },
  command_named: { en: 'command {name}  {about}', zh: '命令 {name}  {about}' },
  agent_named: { en: 'agent {name}  {about}', zh: '智能体 {name}  {about}' },
  hook_count: { en: 'hook {name} ({count:number})', zh: '钩子 {name}（{count}）' },
  monitor_named: { en: 'monitor {name}  {about}', zh: '监视器 {name}  {about}' },
  power_hook: { en: 'hook {what}', zh: '钩子 {what}' },
  power_server: { en: 'server {what}', zh: '服务器 {what}' },
  power_language_server: { en: 'language server {what}', zh: '语言服务器 {what}' },
  power_monitor: { en: 'monitor {what}', zh: '监视器 {what}' },
  power_program: { en: 'program {what}', zh: '程序 {what}' },
  power_permission: { en: 'permission {what}', zh: '权限 {what}' },
  power_command: { en: 'command {what}', zh: '命令 {what}' },
  power_skill: { en: 'skill {what}', zh: '技能 {what}' },
  power_script: { en: 'script {what}', zh: '脚本 {what}' },
  power_agent: { en: 'agent {what}', zh: '智能体 {what}' },
  power_workflow: { en: 'workflow {what}', zh: '工作流 {what}' },
  power_style: { en: 'output style {what}', zh: '输出风格 {what}' },
  power_setting: { en: 'setting {what}', zh: '设置 {what}' },
  power_option: { en: 'option {what}', zh: '选项 {what}' },
  power_dependency: { en: 'dependency {what}', zh: '依赖 {what}' },
})

const POWERS = {
  hook: 'power_hook',
  server: 'power_server',
  'language server': 'power_language_server',
  monitor: 'power_monitor',
  program: 'power_program',
  permission: 'power_permission',
  command: 'power_command',
  skill: 'power_skill',
  script: 'power_script',
  agent: 'power_agent',
  workflow: 'power_workflow',
  'output style': 'power_style',
  setting: 'power_setting',
  option: 'power_option',
  dependency: 'power_dependency',
} as const satisfies Record<PowerKind, string>

/** One power in a line: its kind, and what it is in foreign words. */
export const powerText = ({ kind, what }: Pick<Power, 'kind' | 'what'>): LocalizedText =>
  partText(POWERS[kind], { what })
