import { area } from '../area.ts'

export const skillText = area('skills', {
  name_taken: {
    en: 'Skill {name}: /{name} is a command of Capstan, so you cannot call the skill by it. Rename its directory.',
    zh: '技能 {name}：/{name} 是 Capstan 的命令，不能用它调用该技能。请重命名其目录。',
  },
  no_such: { en: 'There is no skill named {name}.', zh: '没有名为 {name} 的技能。' },
  no_such_any_more: { en: 'There is no skill named {name} any more.', zh: '名为 {name} 的技能已不存在。' },
  in_background: { en: 'The skill {name} goes on in the background.', zh: '技能 {name} 在后台继续运行。' },
  did_not_finish: { en: 'The skill {name} did not finish: {reason}', zh: '技能 {name} 未能完成：{reason}' },
  cannot_run: { en: 'The skill {name} cannot run: {reason}', zh: '技能 {name} 无法运行：{reason}' },
  cannot_be_used: { en: 'The skill {name} cannot be used: {reason}', zh: '无法使用技能 {name}：{reason}' },
  keeps_model: {
    en: 'The skill {name} goes on with the model in use: {reason}',
    zh: '技能 {name} 继续使用当前模型：{reason}',
  },
  command: { en: '"{command}" in the skill {skill}', zh: '技能 {skill} 中的“{command}”' },
  server_command: {
    en: '{command} was not run: servers cannot run commands.',
    zh: '未运行{command}：服务器不能运行命令。',
  },
  powershell: {
    en: '{command} was not run: it wants PowerShell, which is not supported.',
    zh: '未运行{command}：它需要 PowerShell，目前不支持。',
  },
  not_run: { en: '{command} was not run: {reason}', zh: '未运行{command}：{reason}' },
  not_allowed: {
    en: '{command} was not run: {reason}. Allow it with /permissions, or under "allowed-tools" in {file}.',
    zh: '未运行{command}：{reason}。请用 /permissions 允许，或在{file}的 "allowed-tools" 中允许。',
  },
  file: { en: '{path}', zh: ' {path} ' },
  the_skill: { en: 'the skill', zh: '该技能' },
  timed_out: {
    en: '{command} did not end within {seconds:number} s.',
    zh: '{command}未在 {seconds} 秒内结束。',
  },
  interrupted: { en: '{command} was interrupted.', zh: '{command}被中断。' },
  failed: {
    en: '{command} failed (exit code {code}): {output}',
    zh: '{command}失败（退出码 {code}）：{output}',
  },
  change_rejected: { en: 'A hook rejected the change to the skills', zh: '钩子拒绝了对技能的更改' },
  change_rejected_because: {
    en: 'A hook rejected the change to the skills: {reason}',
    zh: '钩子拒绝了对技能的更改：{reason}',
  },
})
