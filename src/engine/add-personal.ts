import { createNotes, type NotesOptions } from './context/session-notes.ts'
import { createEditorNews } from './editor/editor-news.ts'
import type { EditorNewsOptions } from './editor/editor-news-options.ts'
import type { Scope } from './scope.ts'

interface PersonalOptions
  extends Pick<NotesOptions, 'config' | 'emit'>,
    Pick<EditorNewsOptions, 'live' | 'gate'> {
  readonly scope: Scope
  readonly session: Pick<EditorNewsOptions, 'editor'>
  readonly ports: Pick<NotesOptions, 'files'>
  readonly prompt: Pick<EditorNewsOptions, 'content'>
}

/** What only the thread of a person has. */
export const addPersonal = (at: PersonalOptions): void => {
  const { scope, session, live, gate, ports, prompt, config, emit } = at
  scope.add(createNotes({ config, files: ports.files, emit }))
  scope.add(createEditorNews({ config, live, gate, editor: session.editor, content: prompt.content }))
}
