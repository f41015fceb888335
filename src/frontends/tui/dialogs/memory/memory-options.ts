import { dirname, isAbsolute, join } from 'node:path'
import type { LoadedInstruction } from '../../../../protocol/instruction.ts'
import type { MemoryIndexState } from '../../../../protocol/memory.ts'
import { shortCount } from '../../status/amounts.ts'
import type { Words } from '../../text/words.ts'
import { shownPath } from '../../transcript/shown-path.ts'
import type { Option } from '../../widgets/widget-props.ts'

/** Where memories are kept, if any were told to the model. */
export const memoryDirectory = (instructions: readonly LoadedInstruction[]): string | undefined => {
  const index = instructions.find(({ scope }) => scope === 'memory')
  return index && dirname(index.path)
}

/** Instruction files in the order the model got them, then single memories. */
export const memoryOptions = (
  instructions: readonly LoadedInstruction[],
  { memories, missing, leftOut }: MemoryIndexState & { readonly memories: readonly string[] },
  { words, cwd }: { readonly words: Words['panels']; readonly cwd: string },
): readonly Option<string>[] => {
  const known = new Set(instructions.map(({ path }) => path))
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
      .filter(path => path.endsWith('.md') && !known.has(path))
      .map(path => ({
        value: path,
        label: shownPath(path, cwd),
        detail: leftOut.includes(path) ? words.memory.leftOut : words.memory.single,
      })),
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

/** A listing names files relative to where we are, or absolute. */
export const absolutePath = (path: string, cwd: string): string => (isAbsolute(path) ? path : join(cwd, path))
