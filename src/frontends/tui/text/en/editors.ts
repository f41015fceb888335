import type { EditorState } from '../../../../protocol/editor/linked-editor.ts'

const states: Readonly<Record<EditorState['status'], string>> = {
  none: 'not connected',
  connecting: 'connecting…',
  connected: 'connected',
  lost: 'reconnecting…',
}

export const editorsEn = {
  title: 'Editor',
  hint: 'Enter choose · Esc close',
  nothing: 'No editor found. Open this folder in an editor with a plugin (docs/editors.md).',
  states,
  fits: 'has this folder open',
  elsewhere: 'has another folder open',
  disconnect: 'Disconnect',
  share: 'Send the selection with prompts',
  keep: 'Stop sending the selection',
  connected: (name: string) => `Connected to ${name}.`,
  ignored: (count: number) =>
    count === 1
      ? '1 lock file is ignored; /ide list says why'
      : `${count} lock files are ignored; /ide list says why`,
}
