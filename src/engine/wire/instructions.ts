import { diskReader } from '../../features/memory/instructions/disk-reader.ts'
import type { BroughtIn, Gathering } from '../../features/memory/instructions/gather-files.ts'
import type { InstructionSet } from '../../features/memory/instructions/instruction-set.ts'
import {
  createSessionInstructions,
  type GivenInstructions,
} from '../../features/memory/instructions/session-instructions.ts'
import { isInside } from '../../lib/paths.ts'
import type { Attachment, AttachmentSource } from '../../protocol/attachment.ts'
import type { Event } from '../../protocol/event.ts'
import type { LoadedInstruction } from '../../protocol/instruction.ts'
import type { Message } from '../../protocol/message.ts'
import type { EngineConfig, InstructionChoice, Live } from '../config.ts'
import { createInstructionHooks } from './instruction-hooks.ts'
import type { Gate } from './permissions.ts'

/** The instruction files of a session: what the model is given of them, and when. */
export interface InstructionFiles {
  /** For the message a conversation begins with. Nothing remains of it: it may be a preview. */
  read(): Promise<Pick<InstructionSet, 'text' | 'loaded'>>
  /** What files that were touched bring with them. */
  readonly source: AttachmentSource
  /** The model has seen or changed this file; takes a real path. */
  touch(path: string): void
  /** Every message that is recorded comes by here. */
  see(message: Message): void
  /** The session holds other messages now. */
  restart(): void
  /** Lets hooks end, for a moment. */
  stop(): Promise<void>
}

export interface InstructionFilesPlace {
  readonly config: EngineConfig
  readonly live: Live
  readonly gate: Gate
  emit(event: Event): void
}

const NONE = { text: '', loaded: [] }

export const createInstructions = (at: InstructionFilesPlace): InstructionFiles => {
  const { session, instructions: choice } = at.config
  if (!choice) return NO_FILES
  const files = createSessionInstructions(() => gatheringOf(at, choice))
  const hooks = createInstructionHooks(at)
  const told = new Set<string>()
  const touched = new Set<string>()
  /** What counts as given has to be taken from the session. */
  let stale = true
  const tell = (set: InstructionSet): InstructionSet => {
    for (const { message } of set.problems) {
      if (told.has(message)) continue
      told.add(message)
      at.emit({ type: 'notice', level: 'warning', text: message })
    }
    return set
  }
  return {
    async read() {
      const begun = session.messages.some(message => isContext(message))
      return tell(await files.start(begun ? 'compact' : 'start'))
    },
    source: {
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
    touch: path => void touched.add(path),
    see(message) {
      if (message.type === 'system' && message.subtype === 'compact_boundary') stale = true
      hooks.fire(filesOf(message))
    },
    restart() {
      stale = true
      touched.clear()
    },
    stop: hooks.stop,
  }
}

const NO_FILES: InstructionFiles = {
  read: async () => NONE,
  source: { name: 'instructions', collect: () => [] },
  touch: () => undefined,
  see: () => undefined,
  restart: () => undefined,
  stop: async () => undefined,
}

const isContext = (message: Message): boolean =>
  message.type === 'attachment' && message.attachment.kind === 'user_context'

const attachmentOf = (sets: readonly InstructionSet[]): readonly Attachment[] => {
  const instructions = sets.flatMap(set => set.loaded)
  if (instructions.length === 0) return []
  const text = sets.flatMap(set => (set.text === '' ? [] : [set.text])).join('\n\n')
  return [{ kind: 'instructions', text, instructions }]
}

/** The files whose text a message carries; entries are read from disk, so nothing is taken on trust. */
const filesOf = (message: Message): readonly LoadedInstruction[] => {
  if (message.type !== 'attachment') return []
  const { instructions } = message.attachment
  return Array.isArray(instructions) ? instructions.filter(isLoaded) : []
}

const isLoaded = (value: unknown): value is LoadedInstruction => {
  const file = value as Partial<LoadedInstruction> | null | undefined
  return typeof file?.path === 'string' && typeof file.scope === 'string' && typeof file.tokens === 'number'
}

/** The files the model was given, in order. */
export const instructionsIn = (messages: readonly Message[]): readonly LoadedInstruction[] =>
  messages.flatMap(filesOf)

const givenIn = (messages: readonly Message[]): GivenInstructions => ({
  loaded: instructionsIn(messages),
  texts: messages.flatMap(message =>
    message.type === 'attachment' && filesOf(message).length > 0 ? [message.attachment.text] : [],
  ),
})

const gatheringOf = (at: InstructionFilesPlace, choice: InstructionChoice): Gathering => {
  const { cwd, home, caseSensitive } = at.config.place
  const { configHome, projectRoot, extraDirs, managed, uid, ...options } = choice
  const { roots } = at.live
  return {
    place: { cwd, home, caseSensitive, roots, configHome, projectRoot, extraDirs, managed, uid },
    options,
    ports: { reader: diskReader, mayImport: file => whyNotImported(at, choice, file) },
  }
}

/**
 * A file of the project may bring in what the model could read without a question; of what lies outside, only what an
 * allow rule names, and of a folder nobody trusts nothing at all.
 */
const whyNotImported = async (
  { config, live, gate }: InstructionFilesPlace,
  { trusted, projectRoot }: InstructionChoice,
  { by, path, real }: BroughtIn,
): Promise<string | undefined> => {
  const { caseSensitive } = config.place
  // A link stands where the file itself could stand.
  const roots = trusted || by === 'link' ? [...live.roots, projectRoot] : live.roots
  if (!trusted && !roots.some(root => isInside(real, root, { caseSensitive })))
    return 'it lies outside the folder, which is not trusted'
  const policy = {
    ...gate.policy(),
    mode: 'default',
    roots,
  } as const
  const call = { toolName: 'Read', input: { file_path: path }, accesses: [{ kind: 'read', path }] } as const
  const { verdict, because } = await gate.permissions.judge(call, policy)
  if (verdict === 'allow') return undefined
  return verdict === 'deny' ? because.text : `${because.text}. An allow rule Read(/${real}) would let it in`
}
