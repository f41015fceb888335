import { dirname, join } from 'node:path'
import type { NotePorts } from '../../features/context/notes/note-taker.ts'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { readStoredText, setAside } from '../../lib/files/stored-object.ts'
import type { PromptSettings } from '../prompt/options.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { ContextChoice } from './options.ts'

const NAME = 'session-notes.md'
const MAX_CHARS = 200_000

/** Where the notes of a session live: beside its file, or in memory when nothing of it is kept. */
export const createNotesFile = ({
  session,
  context,
  prompt,
}: {
  readonly session: SessionHandle
  readonly context?: ContextChoice
  readonly prompt: Pick<PromptSettings, 'promptLanguage'>
}): Pick<NotePorts, 'load' | 'save' | 'template' | 'words'> => {
  const path = session.path === undefined ? undefined : join(dirname(session.path), session.id, NAME)
  return {
    load: () => (path === undefined ? undefined : readText(path)),
    save(text) {
      if (path === undefined) return
      makeDirectories(dirname(path), 0o700)
      if (readStoredText(path).kind === 'damaged') setAside(path)
      writeFileAtomically(path, Buffer.from(text), { mode: 0o600 })
    },
    ...(prompt.promptLanguage === 'zh'
      ? { words: async () => (await import('../../features/context/notes/note-words-zh.ts')).NOTES_ZH }
      : {}),
    template: () => (context?.notesTemplate === undefined ? undefined : readText(context.notesTemplate)),
  }
}

const readText = (path: string): string | undefined => {
  const read = readStoredText(path)
  // No notes yet, or none that can be read: they are begun anew.
  return read.kind === 'text' ? read.text.slice(0, MAX_CHARS) : undefined
}
