import { area } from '../area.ts'

/** Who runs a file, as a part of a sentence. */
export const runByText = area('run_by', {
  hook: { en: 'the {event} hook', zh: ' {event} 钩子' },
  setting: { en: 'the setting {name}', zh: '设置 {name} ' },
  server: { en: 'the MCP server {name}', zh: ' MCP 服务器 {name} ' },
  language_server: { en: 'the language server {name}', zh: '语言服务器 {name} ' },
  variable: { en: 'the variable {name}', zh: '变量 {name} ' },
  plugin: { en: 'the plugin {name}', zh: '插件 {name} ' },
  skill: { en: 'the skill {name}', zh: '技能 {name} ' },
  workflow: { en: 'the workflow {name}', zh: '工作流 {name} ' },
  schedule: { en: 'a schedule', zh: '定时任务' },
  goal: { en: 'the goal', zh: '目标检查' },
  prefix: { en: 'It is started by {prefix}.', zh: '它由 {prefix} 启动。' },
  git_setting: { en: 'git ({name})', zh: ' git（{name}）' },
  git_hooks: { en: 'git, as its hooks', zh: ' git（作为钩子）' },
})
