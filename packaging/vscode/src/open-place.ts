import { realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import type { EditorApi } from './editor-api.ts'
import type { ExtensionWords } from './words.ts'

/** Opens `src/app.ts:12`, when it is a file of this workspace: the place is the model's word. */
export const openPlace = async (api: EditorApi, place: string, words: ExtensionWords): Promise<void> => {
  const [, path = '', line = '1', column = '1'] = /^(.+?)(?::(\d+))?(?::(\d+))?(?:-\d+)?$/.exec(place) ?? []
  const folders = (api.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath)
  const found = folders.flatMap(folder => fileIn(folder, path))[0]
  if (found === undefined) return void api.window.showWarningMessage(words.outside(path.slice(0, 200)))
  const document = await api.workspace.openTextDocument(api.Uri.file(found))
  const [at, character] = [Math.max(0, Number(line) - 1), Math.max(0, Number(column) - 1)]
  await api.window.showTextDocument(document, { selection: new api.Range(at, character, at, character) })
}

const fileIn = (folder: string, path: string): readonly string[] => {
  try {
    const real = realpathSync(resolve(folder, path))
    const way = relative(realpathSync(folder), real)
    return way.startsWith('..') || isAbsolute(way) ? [] : [real]
  } catch {
    // There is no such file.
    return []
  }
}
