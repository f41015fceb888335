import { diskReader } from '../../features/memory/instructions/disk-reader.ts'
import type { BroughtIn, Gathering } from '../../features/memory/instructions/gather-files.ts'
import type { InstructionSet } from '../../features/memory/instructions/instruction-set.ts'
import {
  createSessionInstructions,
  type GivenInstructions,
} from '../../features/memory/instructions/session-instructions.ts'
import { isInside } from '../../lib/paths.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Event } from '../../protocol/event.ts'
import type { Message } from '../../protocol/message.ts'
import { instructionText } from '../../protocol/messages/engine/instructions.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { notice } from '../../protocol/messages/notice.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { callFor } from '../../protocol/tools/rule-names.ts'
import type { Hooks } from '../hooks/part.ts'
import type { ThreadState } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Gate } from '../permissions/part.ts'
import type { Part } from '../scope.ts'
import { filesOf, instructionsIn } from '../session-file/loaded-instructions.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import { createInstructionHooks } from './instruction-hooks.ts'
import type { InstructionChoice } from './options.ts'

/** The instruction files of a session: what the model is given of them, and when. */
export interface Instructions extends Part {
  /** For the message a conversation begins with. Nothing remains of it: it may be a preview. */
  read(): Promise<Pick<InstructionSet, 'text' | 'loaded'>>
  /** The model has seen or changed this file; takes a real path. */
  touch(path: string): void
}

export interface InstructionsOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly instructions?: InstructionChoice
    readonly runtime: Runtime
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly live: Readonly<ThreadState>
  readonly gate: Gate
  readonly hooks: Hooks
  emit(event: Event): void
}

const NONE = { text: '', loaded: [] }

export const createInstructions = (at: InstructionsOptions): Instructions => {
  const { session, instructions: choice } = at.config
  if (!choice) return NO_FILES
  const files = createSessionInstructions(() => gatheringOf(at, choice))
  const hooks = createInstructionHooks({ hooks: at.hooks, runtime: at.config.runtime })
  const told = new Set<string>()
  const touched = new Set<string>()
  /** What counts as given has to be taken from the session. */
  let stale = true
  const tell = (set: InstructionSet): InstructionSet => {
    for (const { message } of set.problems) {
      if (told.has(message.text)) continue
      told.add(message.text)
      at.emit(notice('warning', message))
    }
    return set
  }
  return {
    async read() {
      const begun = session.messages.some(message => isContext(message))
      return tell(await files.start(begun ? 'compact' : 'start'))
    },
    // What files that were touched bring with them.
    news: [
      {
        name: 'instructions',
        async collect() {
          if (touched.size === 0) return []
          if (stale) files.restart(givenIn(session.messages))
          stale = false
          const paths = [...touched]
          touched.clear()
          const sets: InstructionSet[] = []
          for (const path of paths) sets.push(tell(await files.touched(path)))
          return attachmentOf(sets)
        },
      },
    ],
    touch: path => void touched.add(path),
    recorded: message => hooks.fire(filesOf(message)),
    restarted(_history, why) {
      stale = true
      // What was touched in the turn that is compacted still has to bring its instructions.
      if (why === 'branch') touched.clear()
    },
    // Hooks may end, for a moment.
    [Symbol.asyncDispose]: hooks.stop,
  }
}

const NO_FILES: Instructions = {
  read: async () => NONE,
  touch: () => undefined,
}

const isContext = (message: Message): boolean =>
  message.type === 'attachment' && message.attachment.kind === 'user_context'

const attachmentOf = (sets: readonly InstructionSet[]): readonly Attachment[] => {
  const instructions = sets.flatMap(set => set.loaded)
  if (instructions.length === 0) return []
  const text = sets.flatMap(set => (set.text === '' ? [] : [set.text])).join('\n\n')
  return [{ kind: 'instructions', text, instructions }]
}

const givenIn = (messages: readonly Message[]): GivenInstructions => ({
  loaded: instructionsIn(messages),
  texts: messages.flatMap(message =>
    message.type === 'attachment' && filesOf(message).length > 0 ? [message.attachment.text] : [],
  ),
})

const gatheringOf = (at: InstructionsOptions, choice: InstructionChoice): Gathering => {
  const { cwd, home, caseSensitive } = at.config.place
  const { configHome, projectRoot, extraDirs, managed, uid, ...options } = choice
  const { roots } = at.live
  return {
    place: { cwd, home, caseSensitive, roots, configHome, projectRoot, extraDirs, managed, uid },
    options: { ...options, language: at.config.prompt.promptLanguage },
    ports: { reader: diskReader, mayImport: file => whyNotImported(at, choice, file) },
  }
}

/**
 * A file of the project may bring in what the model could read without a question; of what lies outside, only what an
 * allow rule names, and of a folder nobody trusts nothing at all.
 */
const whyNotImported = async (
  { config, live, gate }: InstructionsOptions,
  { trusted, projectRoot }: InstructionChoice,
  { by, path, real }: BroughtIn,
): Promise<LocalizedText | undefined> => {
  const { caseSensitive } = config.place
  // A link stands where the file itself could stand.
  const roots = trusted || by === 'link' ? [...live.roots, projectRoot] : live.roots
  if (!trusted && !roots.some(root => isInside(real, root, { caseSensitive })))
    return instructionText('untrusted')
  const policy = {
    ...gate.policy(),
    mode: 'default',
    roots,
  } as const
  const call = callFor({ kind: 'read', path })
  const { verdict, because } = await gate.permissions.judge(call, policy)
  if (verdict === 'allow') return undefined
  const why = because.localized
  return verdict === 'deny' ? why : instructionText('rule_would_allow', { why, path: real })
}
