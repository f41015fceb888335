import { pluginFileText } from '../../../protocol/messages/host/plugin-files.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'

/** What is wrong with a file of a plugin or a marketplace, in words for whoever wrote it. */
export interface Complaint {
  /** An error keeps it from being used; a warning does not. */
  readonly level: 'error' | 'warning'
  /** Dotted; empty: the file as a whole. */
  readonly key: string
  readonly message: Text
}

export type Complain = (level: Complaint['level'], key: string, message: Text) => undefined

export type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The kind only: a value may be a secret. */
const kindOf = (value: unknown): LocalizedText => {
  if (value === undefined) return pluginFileText('absent_value')
  if (value === null) return pluginFileText('null')
  if (Array.isArray(value)) return pluginFileText('list')
  return typeof value === 'object' ? pluginFileText('object') : pluginFileText('kind', { type: typeof value })
}

/** Of a value that is there: the kind that was found instead. */
export const expectedText = (what: Text, found?: { readonly value: unknown }): LocalizedText =>
  found ? pluginFileText('found', { what, kind: kindOf(found.value) }) : pluginFileText('expected', { what })

export const atKey = (key: string, message: Text): Text =>
  key === '' ? message : pluginFileText('at', { key, message })

export const collectComplaints = (): { readonly all: Complaint[]; readonly complain: Complain } => {
  const all: Complaint[] = []
  return {
    all,
    complain: (level, key, message) => {
      all.push({ level, key, message })
      return undefined
    },
  }
}
