import { createRequire } from 'node:module'
import { activateWith } from './activate.ts'
import type { EditorApi, ExtensionContext } from './editor-api.ts'

/** The editor lends its API under this name to what it starts. */
const editor = (): EditorApi => createRequire(__filename)('vscode') as EditorApi

export const activate = async (context: ExtensionContext): Promise<void> =>
  await activateWith(editor(), context, process.env)
