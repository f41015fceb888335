import { area } from '../area.ts'

/** What /code answers. */
export const codeAnswer = area('commands-code', {
  untrusted: {
    en: 'No language server is started in a folder you do not trust. To trust it: capstan trust',
    zh: '在未信任的文件夹中不启动语言服务器。信任它：capstan trust',
  },
  off: {
    en: 'Language servers are switched off in your settings (languageServers).',
    zh: '设置中已停用语言服务器（languageServers）。',
  },
  none: {
    en: 'No language server runs. One starts when the model reads or edits a file it knows.',
    zh: '没有语言服务器在运行。模型读取或编辑其支持的文件时会启动。',
  },
  running: { en: '{name} runs in {root}', zh: '{name} 正在运行：{root}' },
  starting: { en: '{name} is starting in {root}', zh: '{name} 正在启动：{root}' },
  failed: { en: '{name} failed in {root}: {why}', zh: '{name} 失败：{root}：{why}' },
  missing: {
    en: 'For {language}, install {name}: {install}',
    zh: '{language} 可安装 {name}：{install}',
  },
  missing_only: { en: 'For {language}, install {name}', zh: '{language} 可安装 {name}' },
  problem_count: {
    en: {
      one: '{count:number} problem; see it with /code problems',
      other: '{count:number} problems; see them with /code problems',
    },
    zh: '{count} 个问题；用 /code problems 查看',
  },
  no_problems: { en: 'Language servers know of no problems.', zh: '语言服务器没有发现问题。' },
  problem: {
    en: '{path}:{line:number} {severity} {source}: {text}',
    zh: '{path}:{line} {severity} {source}：{text}',
  },
  error: { en: 'error', zh: '错误' },
  warning: { en: 'warning', zh: '警告' },
  takes: {
    en: 'Use /code to see language servers, /code problems to see what they found.',
    zh: '/code 查看语言服务器，/code problems 查看它们发现的问题。',
  },
})
