import { area } from '../area.ts'
import type { LocalizedText } from '../localized-text.ts'

/** A rule of an instruction file did not hold. */
export const ruleCheckText = area('rule_checks', {
  added: {
    en: 'Rule broken: “{rule}” ({file}) — an edit of {path} adds {found}',
    zh: '违反规则：“{rule}”（{file}）——对 {path} 的修改加入了 {found}',
  },
  failed: {
    en: 'Rule broken: “{rule}” ({file}) — {command}: {found}',
    zh: '违反规则：“{rule}”（{file}）——{command}：{found}',
  },
  exit_code: { en: 'exit code {code}', zh: '退出码 {code}' },
  not_ended: { en: 'it did not end by itself', zh: '没有自行结束' },
})

/** How the command of a check ended; null: not by itself. */
export const checkEnd = (exitCode: number | null): LocalizedText =>
  exitCode === null ? ruleCheckText('not_ended') : ruleCheckText('exit_code', { code: String(exitCode) })
