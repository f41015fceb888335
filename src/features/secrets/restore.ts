import type { FindSecrets } from '../../lib/secrets/detect.ts'
import { markerFor, markersIn, replaceMarkers } from '../../lib/secrets/marker.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'

const says = modelTexts('restore_secret', {
  absent: {
    en: '{marker} in old_string stands for a secret that this file does not hold now. Read the file again, or leave the marker out of old_string.',
    zh: 'old_string 中的 {marker} 代表的密钥现在不在此文件中。请重新读取文件，或在 old_string 中去掉该标记。',
  },
  several: {
    en: '{marker} in old_string stands for {count:number} different texts of this file. Leave it out of old_string and change the text around it.',
    zh: 'old_string 中的 {marker} 在此文件中对应 {count:number} 段不同的文本。请在 old_string 中去掉它，只改它周围的文本。',
  },
})

interface MarkedEdit {
  readonly oldText: string
  readonly newText: string
}

/**
 * The edit as it is meant: where `oldText` names a secret by its marker, both texts have the secret of that file.
 * Throws ToolError when it cannot be told which one. A marker that the file itself holds is plain text.
 */
export const restoreSecrets = <E extends MarkedEdit>(edit: E, file: string, find: FindSecrets): E => {
  const named = markersIn(edit.oldText).filter(marker => !file.includes(marker))
  if (named.length === 0) return edit
  const inFile = secretsOf(file, find)
  const originals = new Map(named.map(marker => [marker, originalOf(marker, inFile)]))
  const restore = (text: string): string => replaceMarkers(text, marker => originals.get(marker) ?? marker)
  return { ...edit, oldText: restore(edit.oldText), newText: restore(edit.newText) }
}

/** As they are written there, by marker. */
const secretsOf = (file: string, find: FindSecrets): ReadonlyMap<string, ReadonlySet<string>> => {
  const all = new Map<string, Set<string>>()
  for (const { start, end, kind, secret } of find(file)) {
    const marker = markerFor(kind, secret)
    const same = all.get(marker) ?? new Set()
    all.set(marker, same.add(file.slice(start, end)))
  }
  return all
}

const originalOf = (marker: string, inFile: ReadonlyMap<string, ReadonlySet<string>>): string => {
  const [original, ...others] = inFile.get(marker) ?? []
  if (original === undefined) throw new ToolError(says('absent', { marker }))
  if (others.length > 0) throw new ToolError(says('several', { marker, count: others.length + 1 }))
  return original
}
