import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { parseBoundedJson } from '../../../lib/values/parse-bounded-json.ts'
import { pluginFileText } from '../../../protocol/messages/host/plugin-files.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'

/** Files that say what a plugin is are small. */
const MAX_BYTES = 4 * 1024 * 1024

export type JsonRead =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly why: LocalizedText }

/** JSON of a file that somebody else wrote. */
export const readBoundedJson = (file: string): JsonRead => {
  let descriptor: number
  try {
    // Without O_NONBLOCK a pipe in its place would hang the program.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { kind: 'absent' }
      : { kind: 'unreadable', why: pluginFileText('unreadable', { code }) }
  }
  try {
    const facts = fstatSync(descriptor)
    if (!facts.isFile()) return { kind: 'unreadable', why: pluginFileText('no_file') }
    if (facts.size > MAX_BYTES)
      return { kind: 'unreadable', why: pluginFileText('large', { megabytes: MAX_BYTES / 1024 / 1024 }) }
    return { kind: 'json', value: parseBoundedJson(readFileSync(descriptor, 'utf8').replace(/^\uFEFF/, '')) }
  } catch (error) {
    if (error instanceof SyntaxError)
      return { kind: 'unreadable', why: pluginFileText('no_json', { why: error.message }) }
    return {
      kind: 'unreadable',
      why: pluginFileText('unreadable', { code: (error as NodeJS.ErrnoException).code ?? '' }),
    }
  } finally {
    closeSync(descriptor)
  }
}
