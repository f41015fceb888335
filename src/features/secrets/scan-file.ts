import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { isBlankLine, parseJsonLine, readLines } from '../../lib/jsonl.ts'
import type { FindSecrets } from '../../lib/secrets/detect.ts'
import { markerFor } from '../../lib/secrets/marker.ts'
import { redactText, redactValue } from '../../lib/secrets/redact.ts'

/** Where a stored file holds a secret. */
export interface SecretLocation {
  /** 1-based. */
  readonly line: number
  /** Path within the entry of a session, as `message.content.0.text`; absent in plain text. */
  readonly field?: string
  readonly kind: string
  readonly marker: string
}

export interface ScannedFile {
  readonly places: readonly SecretLocation[]
  /** Lines too long to be looked at; a copy does not have them. */
  readonly skipped: number
}

export interface ScanOptions {
  readonly find: FindSecrets
  /** A new file, for this user only, that gets the content with markers for secrets. */
  readonly copyTo?: string
}

const MAX_LINE_BYTES = 256 * 1024 * 1024

/** Looks through a session file, line by line. Lines without a secret are copied byte for byte. */
export const scanSessionFile = (path: string, options: ScanOptions): ScannedFile =>
  withCopy(options, write => {
    const places: SecretLocation[] = []
    let skipped = 0
    let number = 0
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    try {
      for (const line of readLines(fd, { maxLineBytes: MAX_LINE_BYTES })) {
        number++
        if (line.tooLong) {
          skipped++
          continue
        }
        const clean = isBlankLine(line.bytes)
          ? undefined
          : scanLine(line.bytes, number, { ...options, places })
        write(clean ?? line.bytes)
        if (line.ended) write('\n')
      }
    } finally {
      closeSync(fd)
    }
    return { places, skipped }
  })

/** The line as it should be; `undefined`: as it is. */
const scanLine = (
  bytes: Uint8Array,
  line: number,
  { find, places }: { readonly find: FindSecrets; readonly places: SecretLocation[] },
): string | undefined => {
  const value = parseJsonLine(bytes)
  const before = places.length
  const redacted = value === undefined ? undefined : redactEntry(value, find)
  if (!redacted) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
    for (const { kind, secret } of find(text)) places.push({ line, kind, marker: markerFor(kind, secret) })
    return places.length === before ? undefined : redactText(text, find)
  }
  for (const place of redacted.changed) {
    const found = find(place.text)
    const field = place.path.join('.')
    for (const { kind, secret } of found) places.push({ line, field, kind, marker: markerFor(kind, secret) })
  }
  return redacted.text
}

/** `undefined` for an entry nested too deep to be walked through: it is looked at as a text then. */
const redactEntry = (
  value: unknown,
  find: FindSecrets,
): { readonly text: string | undefined; readonly changed: readonly ChangedText[] } | undefined => {
  try {
    const clean = redactValue(value, find)
    if (clean === value) return { text: undefined, changed: [] }
    return { text: JSON.stringify(clean), changed: [...changedFields(value, clean, [])] }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

interface ChangedText {
  readonly path: readonly string[]
  readonly text: string
}

/** Lists of lines are one text: a key may run over them. */
function* changedFields(before: unknown, after: unknown, path: readonly string[]): Generator<ChangedText> {
  if (before === after) return
  if (typeof before === 'string') yield { path, text: before }
  else if (Array.isArray(before) && before.every(item => typeof item === 'string'))
    yield { path, text: before.join('\n') }
  else if (typeof before === 'object' && before !== null)
    for (const [key, item] of Object.entries(before))
      yield* changedFields(item, (after as Readonly<Record<string, unknown>>)[key], [...path, key])
}

/** Looks through a plain file as one text. */
export const scanTextFile = (path: string, options: ScanOptions): ScannedFile =>
  withCopy(options, write => {
    const bytes = readFileSync(path)
    const text = bytes.toString('utf8')
    const found = options.find(text)
    write(found.length === 0 ? bytes : redactText(text, options.find))
    let line = 1
    let at = 0
    const places = found.map(({ start, kind, secret }): SecretLocation => {
      for (let next = text.indexOf('\n', at); next >= 0 && next < start; next = text.indexOf('\n', at)) {
        line++
        at = next + 1
      }
      return { line, kind, marker: markerFor(kind, secret) }
    })
    return { places, skipped: 0 }
  })

/** A copy that could not be finished is taken away again. */
const withCopy = (
  { copyTo }: ScanOptions,
  scan: (write: (data: string | Uint8Array) => void) => ScannedFile,
): ScannedFile => {
  if (copyTo === undefined) return scan(() => {})
  const fd = openSync(copyTo, 'wx', 0o600)
  try {
    return scan(data => writeWhole(fd, typeof data === 'string' ? Buffer.from(data) : data))
  } catch (error) {
    rmSync(copyTo, { force: true })
    throw error
  } finally {
    closeSync(fd)
  }
}

const writeWhole = (fd: number, data: Uint8Array): void => {
  for (let done = 0; done < data.length; ) done += writeSync(fd, data, done)
}
