import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFileAtomically } from '../../../lib/atomic-write.ts'
import { errorText } from '../../../lib/error-text.ts'
import type { ExportItem, ExportPlan } from './export-plan.ts'

export interface ExportOutcome {
  readonly item: ExportItem
  /** Absent: it was written. */
  readonly failed?: string
}

/** Puts a value into a text of JSON, comments and order kept. */
export type SetInJson = (text: string, path: readonly string[], value: object | string | boolean) => string

const MAX_FILES = 500

/** Writes what a plan says: new files, and keys that were not there, into files that stay as they are otherwise. */
export const applyExport = ({ items }: ExportPlan, setInJson: SetInJson): readonly ExportOutcome[] =>
  items.map(item => {
    try {
      write(item, setInJson)
      return { item }
    } catch (error) {
      return { item, failed: errorText(error) }
    }
  })

const write = ({ to, write: what }: ExportItem, setInJson: SetInJson): void => {
  mkdirSync(dirname(to), { recursive: true })
  switch (what.how) {
    case 'file':
      writeFileSync(to, what.content, { flag: 'wx' })
      break
    case 'copy':
      copyNew(what.from, to)
      break
    case 'json':
      change(to, text => setInJson(text.trim() === '' ? '{}\n' : text, what.path, what.value))
      break
    case 'toml':
      // A key of the file itself has to stand before its tables.
      change(to, text =>
        what.table === '' ? `${what.text}${text}` : `${text}${text === '' ? '' : '\n'}${what.text}`,
      )
  }
}

const change = (file: string, how: (text: string) => string): void => {
  const stats = statSync(file, { throwIfNoEntry: false })
  const before = stats ? readFileSync(file, 'utf8') : ''
  writeFileAtomically(file, Buffer.from(how(before)), { mode: stats ? stats.mode : 0o600 })
}

/** Links are left out: they lead to what nobody looked at. */
const copyNew = (from: string, to: string): void => {
  mkdirSync(to)
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' }).slice(0, MAX_FILES)) {
    const stats = lstatSync(join(from, name))
    if (stats.isDirectory()) mkdirSync(join(to, name), { recursive: true })
    else if (stats.isFile()) {
      mkdirSync(dirname(join(to, name)), { recursive: true })
      copyFileSync(join(from, name), join(to, name))
    }
  }
}
