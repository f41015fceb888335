import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { importText } from '../../../protocol/messages/commands/imports.ts'
import { pluginAnswer } from '../../../protocol/messages/commands/plugins.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import type { ImportItem, ImportSource } from '../import-plan.ts'
import { isFields, readLooseJson, readText } from '../read-foreign.ts'

type Kind = ImportItem['kind']

/** One thing of ours, as another program would have it. Nothing is written yet. */
export interface ExportItem {
  readonly kind: Kind
  readonly name: string
  readonly to: string
  readonly write:
    | { readonly how: 'file'; readonly content: string }
    | { readonly how: 'copy'; readonly from: string }
    /** A key that the file does not have yet. */
    | { readonly how: 'json'; readonly path: readonly string[]; readonly value: object | string | boolean }
    | { readonly how: 'toml'; readonly table: string; readonly text: string }
}

export interface ExportPlan {
  readonly items: readonly ExportItem[]
  readonly skipped: readonly { readonly kind: Kind; readonly name: string; readonly why: Text }[]
}

/** Gathers what one program is to have in one place: what it has by that name stays as it is. */
export class ExportCollector {
  readonly items: ExportItem[] = []
  readonly skipped: { kind: Kind; name: string; why: Text }[] = []
  readonly place: ImportSource
  readonly #title: string

  constructor(title: string, place: ImportSource) {
    this.#title = title
    this.place = place
  }

  at(...path: readonly string[]): string {
    return join(this.place.base, ...path)
  }

  file(kind: Kind, name: string, { to, content }: { readonly to: string; readonly content: string }): void {
    if (existsSync(to)) this.#theirs(kind, name, to)
    else this.items.push({ kind, name, to, write: { how: 'file', content } })
  }

  copy(name: string, from: string, to: string): void {
    if (existsSync(to)) this.#theirs('skill', name, to)
    else this.items.push({ kind: 'skill', name, to, write: { how: 'copy', from } })
  }

  json(
    kind: Kind,
    name: string,
    {
      to,
      path,
      value,
    }: { readonly to: string; readonly path: readonly string[]; readonly value: object | string | boolean },
  ): void {
    const before = readLooseJson(to)
    const isDamaged = readText(to) !== undefined && !isFields(before)
    const present = path.reduce<unknown>((at, key) => (isFields(at) ? at[key] : undefined), before)
    if (isDamaged) this.skipped.push({ kind, name, why: importText('unreadable', { reason: to }) })
    else if (present !== undefined) this.#theirs(kind, name, to)
    else this.items.push({ kind, name, to, write: { how: 'json', path, value } })
  }

  toml(kind: Kind, name: string, { to, table, text }: Omit<TomlItem, 'how'> & { readonly to: string }): void {
    this.items.push({ kind, name, to, write: { how: 'toml', table, text } })
  }

  /** It would mean something else there, or allow more. */
  none(kind: Kind, name: string): void {
    const why = importText('no_counterpart', {
      kind: pluginAnswer(`kind_${kind}`),
      name,
      tool: this.#title,
    })
    this.skipped.push({ kind, name, why })
  }

  #theirs(kind: Kind, name: string, to: string): void {
    const about = { kind: pluginAnswer(`kind_${kind}`), name, file: basename(to) }
    this.skipped.push({ kind, name, why: importText('theirs', about) })
  }
}

type TomlItem = Extract<ExportItem['write'], { readonly how: 'toml' }>
