import { dirname, extname, resolve } from 'node:path'
import { expandHome } from '../../../lib/paths.ts'
import { instructionText } from '../../../protocol/messages/engine/instructions.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { InstructionReader, ReadFile } from './instruction-reader.ts'

export type FoundImport =
  | { readonly kind: 'text'; readonly path: string; readonly file: Extract<ReadFile, { kind: 'text' }> }
  | { readonly kind: 'missing'; readonly why: LocalizedText }
  /** Not meant as an import: a mention, a package, a directory. */
  | { readonly kind: 'none' }

/** `@name` as written in a file. A full stop or bracket behind it may belong to the sentence. */
export const findImport = (
  written: string,
  by: { readonly file: string; readonly home: string },
  reader: InstructionReader,
): FoundImport => {
  const name = written.replace(/#.*$/s, '')
  const trimmed = name.replace(/[.,;:!?)\]}'"*_>]+$/, '')
  let missing: FoundImport = { kind: 'none' }
  for (const choice of new Set([name, trimmed])) {
    if (choice === '') continue
    const path = resolve(dirname(by.file), expandHome(choice, by.home))
    const file = reader.read(path)
    if (file.kind === 'text') return { kind: 'text', path, file }
    if (file.kind === 'refused' && !reader.isDirectory(path))
      return { kind: 'missing', why: instructionText('file_fault', { path, why: file.why }) }
    if (file.kind === 'absent' && looksLikeFile(choice))
      missing = { kind: 'missing', why: instructionText('missing', { path }) }
  }
  return missing
}

/** `@scope/package` and `@person` are no paths; `@docs/style.md` and `@./notes` are. */
const looksLikeFile = (name: string): boolean =>
  /^(?:\.{1,2}|~)?\//.test(name) || /^\.(?:md|markdown|mdx|txt|json|ya?ml|toml)$/i.test(extname(name))
