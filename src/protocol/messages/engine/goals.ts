import { area } from '../area.ts'

export const goalText = area('goals', {
  reached: {
    en: {
      one: 'Goal reached after {count:number} check: {why}',
      other: 'Goal reached after {count:number} checks: {why}',
    },
    zh: '目标已达成（检查 {count} 次）：{why}',
  },
  not_yet: {
    en: 'Goal not reached yet (check {round:number} of {most:number}): {why}',
    zh: '目标尚未达成（第 {round} 次检查，最多 {most} 次）：{why}',
  },
  stopped: {
    en: {
      one: 'Goal not reached, stopped after {count:number} check: {why}',
      other: 'Goal not reached, stopped after {count:number} checks: {why}',
    },
    zh: '目标未达成，检查 {count} 次后停止：{why}',
  },
  used_up: { en: 'its budget of {budget} is used up.', zh: '预算（{budget}）已用完。' },
  checks: { en: '{count:number} checks', zh: '{count} 次检查' },
  minutes: { en: { one: '{count:number} minute', other: '{count:number} minutes' }, zh: '{count} 分钟' },
  check_failed: { en: 'the check failed ({reason})', zh: '检查失败（{reason}）' },
  no_commands: { en: 'commands cannot be run here', zh: '此处不能运行命令' },
  passed: { en: '{command} ended with exit code 0', zh: '{command} 以退出码 0 结束' },
  not_ended: { en: 'It did not end by itself.', zh: '命令未自行结束。' },
  exit_code: { en: 'Exit code {code:number}.', zh: '退出码 {code}。' },
  with_output: { en: '{how} {output}', zh: '{how}{output}' },
  unclear: { en: 'The check gave no clear answer.', zh: '检查没有给出明确的答复。' },
})
