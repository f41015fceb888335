import { escapeLine } from '../../../../lib/escape-text.ts'
import type { LoadedInstruction } from '../../../../protocol/instruction.ts'
import type { MemoryIndexState } from '../../../../protocol/memory.ts'
import { shortCount } from '../../text/amounts.ts'
import type { Words } from '../../text/words.ts'
import { shownPath } from '../../transcript/shown-path.ts'
import type { Option } from '../../widgets/widget-props.ts'

interface View {
  readonly words: Words['panels']
  readonly cwd: string
  readonly now: number
}

const MOST_SHOWN = 80

/** Instruction files in the order the model got them, then single memories, newest first. */
export const memoryOptions = (
  instructions: readonly LoadedInstruction[],
  { memories, missing, leftOut }: MemoryIndexState,
  { words, cwd, now }: View,
): readonly Option<string>[] => {
  const known = new Set(instructions.map(({ path }) => path))
  const { kinds, single } = words.memory
  return [
    ...instructions.map(({ path, scope, tokens, reason }) => ({
      value: path,
      label: shownPath(path, cwd),
      detail: [
        words.memory.scopes[scope],
        `${shortCount(tokens)} ${words.tokensEst}`,
        ...(reason === 'start' ? [] : [words.memory.reasons[reason]]),
      ].join(' · '),
    })),
    ...memories
      .filter(({ path }) => !known.has(path))
      .map(({ path, title, kind = '', modifiedMs }) => ({
        value: path,
        label: escapeLine(title, MOST_SHOWN),
        detail: [
          Object.hasOwn(kinds, kind) ? kinds[kind] : escapeLine(kind, MOST_SHOWN) || single,
          words.ago(Math.max(0, now - modifiedMs)),
        ].join(' · '),
      })),
    ...leftOut.map(path => ({ value: path, label: shownPath(path, cwd), detail: words.memory.leftOut })),
    ...missing.map(path => ({ value: path, label: shownPath(path, cwd), detail: words.memory.missing })),
  ]
}

/** Of the list: no file, the switch behind all of them. */
export const REQUESTS = 'autoMemoryRequests'

/** Whether models are asked in the background about memory, and that Enter changes it. */
export const requestsOption = (isOn: boolean, { requests }: Words['panels']['memory']): Option<string> => ({
  value: REQUESTS,
  label: requests.label,
  detail: isOn ? requests.on : requests.off,
})
