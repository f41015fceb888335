import { area } from '../area.ts'

/** What a folder wants, before it is trusted. */
export const surveyText = area('cli_survey', {
  no_object: { en: 'it does not hold a JSON object', zh: '内容不是 JSON 对象' },
  no_json: { en: 'is not valid JSON: {why}', zh: '不是有效的 JSON：{why}' },
  does: { en: '{parts:list}', zh: '{parts:list}' },
  not_loaded: { en: 'not loaded as it is now', zh: '以目前的内容不会加载' },
  git_silent: { en: 'git does not say what it reads there', zh: 'git 没有说明在那里读取什么' },
  verb_allows: { en: 'allows {what}', zh: '允许 {what}' },
  verb_runs: { en: 'runs {what}', zh: '运行 {what}' },
  verb_script: { en: 'script {what}', zh: '脚本 {what}' },
  verb_hook: { en: 'hook {what}', zh: '钩子 {what}' },
  programs: { en: 'Programs it wants to run:', zh: '要运行的程序：' },
  servers: { en: 'Servers it names:', zh: '要使用的服务器：' },
  plugins: { en: 'Plugins it proposes:', zh: '建议安装的插件：' },
  allowed: { en: 'Allowed without asking:', zh: '不经询问即允许：' },
  directories: { en: 'Directories added to the working directories:', zh: '要加入工作目录的目录：' },
  variables: { en: 'Environment variables:', zh: '环境变量：' },
  skills: { en: 'Skills, commands, agents and workflows:', zh: '技能、命令、智能体和工作流：' },
  instructions: { en: 'Instructions for the model:', zh: '给模型的说明：' },
  settings: { en: 'Other settings:', zh: '其他设置：' },
  git: {
    en: 'Git settings and hooks that may run programs (Capstan runs git without them):',
    zh: '可能运行程序的 git 设置和钩子（Capstan 运行 git 时不会启用）：',
  },
  links: {
    en: 'Links (what lies outside the folder is not trusted with it):',
    zh: '链接（文件夹之外的内容不会一并受信任）：',
  },
  unreadable: { en: "Can't be read, so it's ignored:", zh: '无法读取，已忽略：' },
  never: { en: 'Always ignored, trusted or not:', zh: '无论是否信任都会忽略：' },
  nothing: {
    en: 'It wants nothing: no hooks, rules, servers or settings were found.',
    zh: '没有任何要求：未发现钩子、规则、服务器或设置。',
  },
  restrictions: {
    en: {
      one: 'It also has {count:number} deny or ask rule, which apply trusted or not.',
      other: 'It also has {count:number} deny or ask rules, which apply trusted or not.',
    },
    zh: '另有 {count} 条拒绝或询问规则，无论是否信任都会生效。',
  },
  large: { en: 'The folder is large: not all of it was looked through.', zh: '文件夹较大，未能全部检查。' },
  more: { en: '  … and {count:number} more', zh: '  … 还有 {count} 项' },
  kind_hook: { en: 'hook {name}', zh: '钩子 {name}' },
  kind_mode: { en: 'mode {name}', zh: '模式 {name}' },
  kind_skill: { en: 'skill {name}', zh: '技能 {name}' },
  kind_command: { en: 'command {name}', zh: '命令 {name}' },
  kind_agent: { en: 'agent {name}', zh: '智能体 {name}' },
  wish: { en: '  {what}{where}', zh: '  {what}{where}' },
  wish_detail: { en: '  {what}: {detail}{where}', zh: '  {what}：{detail}{where}' },
  wish_linked: { en: '  {what} -> {detail}{where}', zh: '  {what} -> {detail}{where}' },
  cut: {
    en: { one: '{text} ({count:number} more character)', other: '{text} ({count:number} more characters)' },
    zh: '{text}（另有 {count} 个字符）',
  },
})
