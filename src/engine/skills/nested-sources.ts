import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { isForeignDirectory } from '../../features/skills/ignored-directory.ts'
import type { CaseRule } from '../../lib/case-rule.ts'
import { isInside } from '../../lib/paths.ts'
import type { ExtensionRoot } from '../../protocol/extensions/roots.ts'

export interface NestedSource extends ExtensionRoot {
  /** What stands before a name that others have too: `apps/web`. */
  readonly qualifier: string
}

/** Directories of extensions between a file and the start directory, the deepest first. */
export const nestedSources = (
  file: string,
  start: string,
  options: { readonly caseSensitive: CaseRule; readonly names: readonly ('.capstan' | '.claude')[] },
): readonly NestedSource[] => {
  if (!isInside(file, start, options)) return []
  const found: NestedSource[] = []
  for (let at = dirname(file); at !== start && isInside(at, start, options); at = dirname(at))
    for (const name of options.names) {
      const root = join(at, name)
      if (!existsSync(root) || isForeignDirectory(start, at)) continue
      const qualifier = relative(start, at).split(sep).join('/')
      found.push({ source: { level: 'project', directory: name }, root, qualifier })
    }
  return found
}
