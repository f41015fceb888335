import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A small change of a small project: what its files were and are, and the fault that was planted in it. */
export interface PlantedChange {
  readonly name: string
  readonly before: Readonly<Record<string, string>>
  readonly after: Readonly<Record<string, string>>
  /** The finder whose business it is and the line of the new side; absent: the change is clean. */
  readonly bug?: {
    readonly by: string
    readonly file: string
    readonly line: number
    readonly title: string
  }
}

/**
 * All changes of the corpus: thirty with one fault of a named class, ten clean ones. A file of it has for each change a
 * head, then files with signs in front of their lines: blank, `-` and `+` as in a diff, `!` for the new line in which
 * the fault is.
 */
export const readCorpus = (folder: string): readonly PlantedChange[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.txt'))
    .toSorted()
    .flatMap(name =>
      readFileSync(join(folder, name), 'utf8')
        .split(/^#### /m)
        .slice(1)
        .map(readChange),
    )

const readChange = (text: string): PlantedChange => {
  const [head = '', ...lines] = text.trimEnd().split('\n')
  const [name = '', by = '', title = ''] = head.split('|').map(word => word.trim())
  const before: Record<string, string> = {}
  const after: Record<string, string> = {}
  let file = ''
  let bug: PlantedChange['bug']
  for (const line of lines) {
    const [, next] = /^== (.+)$/.exec(line) ?? []
    if (next !== undefined) {
      file = next
      continue
    }
    const [sign, rest] = [line.slice(0, 1), line.slice(1)]
    if (sign !== '+' && sign !== '!') before[file] = `${before[file] ?? ''}${rest}\n`
    if (sign === '-') continue
    if (sign === '!') bug = { by, file, line: (after[file] ?? '').split('\n').length, title }
    after[file] = `${after[file] ?? ''}${rest}\n`
  }
  return { name, before, after, ...(bug ? { bug } : {}) }
}
