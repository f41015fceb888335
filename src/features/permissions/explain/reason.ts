import type { Decision } from '../../../protocol/permission.ts'
import { brief } from '../finding.ts'

/** The reason of a decision for a place where the command itself stands beside it: what repeats the command is left out. */
export const reasonBeside = (decision: Pick<Decision, 'because'>, command: string): string => {
  const { text, rule } = decision.because
  const quoted = `"${brief(command)}"`
  const uncovered = `${quoted} may change things and isn't on the allow list: `
  if (text.startsWith(uncovered)) return `it isn't on the allow list: ${text.slice(uncovered.length)}`
  const bare = [`${quoted}: `, `${quoted} `, 'The command '].reduce(
    (left, head) => (left.startsWith(head) ? left.slice(head.length) : left),
    text,
  )
  return rule ? bare.replace(` (${rule.source})`, '') : bare
}

/** Words of ours as a sentence; what begins with the person's own text is left as it is. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
