import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchesHost } from '../../../lib/network/match-host.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { CredentialMask, MaskedFile, SandboxSettings } from '../../../protocol/settings.ts'
import { ToolError } from '../../../protocol/tool.ts'
import { hostPattern } from '../host-list.ts'
import type { MaskedPath } from '../mounts.ts'
import type { Found } from '../plan.ts'
import { maskedText } from './masked-text.ts'

const says = modelTexts('sandbox_credentials', {
  noMatch: {
    en: 'sandbox.credentials: there is nothing in {name} that "extract" or "decode" means, so it is hidden in the sandbox.',
    zh: 'sandbox.credentials：{name} 中没有 "extract" 或 "decode" 所指的内容，因此在沙箱中隐藏。',
  },
  shown: {
    en: 'sandbox.credentials: there is nothing in {name} that "extract" or "decode" means, and onExtractNoMatch is "warn": commands in the sandbox see all of it.',
    zh: 'sandbox.credentials：{name} 中没有 "extract" 或 "decode" 所指的内容，而 onExtractNoMatch 为 "warn"：沙箱中的命令能看到全部内容。',
  },
  stopped: {
    en: 'sandbox.credentials: there is nothing in {name} that "extract" or "decode" means, and onExtractNoMatch is "error": no command runs in the sandbox until the settings are right.',
    zh: 'sandbox.credentials：{name} 中没有 "extract" 或 "decode" 所指的内容，而 onExtractNoMatch 为 "error"：改正设置之前，沙箱中不运行任何命令。',
  },
  unfit: {
    en: 'sandbox.credentials: {name} cannot be masked (only a readable text file of at most 8 MiB can), so it is hidden in the sandbox.',
    zh: 'sandbox.credentials：{name} 无法遮盖（只支持不超过 8 MiB 的可读文本文件），因此在沙箱中隐藏。',
  },
})

/** A secret, and what commands see in its place. */
export interface Filling {
  readonly secret: string
  readonly placeholder: string
}

interface Row {
  readonly name: string
  readonly mask: CredentialMask
  readonly hosts: readonly string[]
}

interface Issued extends Filling {
  readonly row: Row
}

const MAX_FILE_BYTES = 8 * 1024 * 1024
/** A shorter value is found in texts that have nothing to do with it. */
const MIN_TELLING = 8

type Rows = NonNullable<SandboxSettings['credentials']>

/**
 * The masked credentials of a sandbox: what commands see of them, and the hosts whose requests they are put into. Hidden
 * ones stay hidden whatever else is said of them. Of several masks for one credential only hosts that all of them name
 * count, and for the rest what the highest file says.
 */
export class CredentialVault {
  /** Variables that are not there inside. */
  readonly hiddenVariables: readonly string[]
  /** Every host that something is put in for, as patterns. */
  readonly patterns: readonly string[]
  readonly #variables: readonly Row[]
  readonly #files: readonly Row[]
  readonly #hiddenFiles: readonly string[]
  readonly #issued = new Map<string, Issued>()
  readonly #copies = new Map<string, { readonly seen: string; readonly copy: string | 'hidden' | 'shown' }>()

  /** Where files cannot be masked, they are hidden. */
  constructor(
    { credentials = {}, network }: SandboxSettings,
    { canMaskFiles }: { readonly canMaskFiles: boolean },
  ) {
    const allowed = (network?.allowedDomains ?? []).flatMap(hostPattern).filter(isNamed)
    const rowsOf = (entries: Rows['files' | 'envVars'] = []) => {
      const hidden = entries.filter(entry => typeof entry === 'string')
      const rows = new Map<string, Row>()
      for (const mask of entries) {
        if (typeof mask === 'string') continue
        const name = 'path' in mask ? mask.path : mask.name
        const hosts = mask.injectHosts?.flatMap(bracketed).flatMap(hostPattern) ?? allowed
        const lower = rows.get(name)?.hosts
        if (!hidden.includes(name))
          rows.set(name, { name, mask, hosts: lower ? common(lower, hosts) : hosts })
      }
      return { hidden, rows: [...rows.values()] }
    }
    const files = rowsOf(canMaskFiles ? credentials.files : credentials.files?.map(entry => pathOf(entry)))
    const variables = rowsOf(credentials.envVars)
    this.hiddenVariables = variables.hidden
    this.#variables = variables.rows
    this.#hiddenFiles = files.hidden
    this.#files = files.rows
    this.patterns = [...new Set([...files.rows, ...variables.rows].flatMap(({ hosts }) => hosts))]
  }

  /** Names of masked credentials: of all, of those that are put in nowhere, of files. */
  names(which: 'nowhere' | 'all' | 'files'): readonly string[] {
    if (which === 'files') return this.#files.map(({ name }) => name)
    return [...this.#files, ...this.#variables].flatMap(({ name, hosts }) =>
      which === 'all' || hosts.length === 0 ? [name] : [],
    )
  }

  get isEmpty(): boolean {
    return this.#files.length === 0 && this.#variables.length === 0
  }

  /** What is put into requests for a host. */
  fillingsFor(host: string): readonly Filling[] {
    return [...this.#issued.values()].filter(({ row }) =>
      row.hosts.some(pattern => matchesHost(pattern, host)),
    )
  }

  covers(host: string): boolean {
    return this.patterns.some(pattern => matchesHost(pattern, host))
  }

  /** The environment with placeholders, also where a masked value stands in another variable. Throws ToolError. */
  maskVariables(env: Readonly<Record<string, string>>): {
    readonly env: Record<string, string>
    readonly problems: readonly LocalizedText[]
  } {
    const problems: LocalizedText[] = []
    const masked: Record<string, string> = { ...env }
    for (const row of this.#variables) {
      const value = env[row.name]
      if (value === undefined) continue
      const text = maskedText(value, row.mask, this.#issue(row))
      if (text !== undefined) masked[row.name] = text
      else if (!isLeft(row, problems)) delete masked[row.name]
    }
    for (const { secret, placeholder } of this.#issued.values()) {
      if (secret.length < MIN_TELLING) continue
      for (const [name, value] of Object.entries(masked))
        if (value.includes(secret)) masked[name] = value.replaceAll(secret, placeholder)
    }
    return { env: masked, problems }
  }

  /**
   * Files that are masked, with copies in the directory, and those that are hidden, as settings name them. `find` answers
   * with what a name stands for, or undefined where it is a pattern. Throws ToolError.
   */
  maskFiles(
    directory: string,
    find: (name: string) => Found | undefined,
  ): {
    readonly masked: readonly MaskedPath[]
    readonly hidden: readonly string[]
    readonly problems: readonly LocalizedText[]
  } {
    const problems: LocalizedText[] = []
    const masked = new Map<string, string>()
    const hidden: string[] = [...this.#hiddenFiles]
    const closed = new Set(hidden.map(name => find(name)?.real))
    for (const row of this.#files) {
      const found = find(row.name)
      // A pattern is no path; who reads the list says so.
      if (!found) hidden.push(row.name)
      if (!found || found.kind === 'missing' || closed.has(found.real)) continue
      const path = found.real
      const copy = this.#copyOf(row, { path, directory, problems })
      if (copy === 'hidden') hidden.push(row.name)
      else if (copy !== 'shown') masked.set(path, copy)
    }
    return { masked: [...masked].map(([path, copy]) => ({ path, copy })), hidden, problems }
  }

  /** Made anew when the file has changed. One that runs keeps what it has. */
  #copyOf(
    row: Row,
    {
      path,
      directory,
      problems,
    }: { readonly path: string; readonly directory: string; readonly problems: LocalizedText[] },
  ): string {
    const seen = identityOf(path)
    const known = this.#copies.get(row.name)
    if (known && seen !== undefined && known.seen === `${path} ${seen}`) return known.copy
    const text = seen === undefined ? undefined : textOf(path)
    let copy: string = 'hidden'
    if (text === undefined) problems.push(says('unfit', { name: row.name }))
    else {
      const shown = maskedText(text, row.mask, this.#issue(row))
      if (shown !== undefined) copy = this.#write(directory, shown)
      else if (isLeft(row, problems)) copy = 'shown'
    }
    this.#copies.set(row.name, { seen: `${path} ${seen}`, copy })
    return copy
  }

  #write(directory: string, text: string): string {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const copy = join(directory, `${this.#written++}`)
    writeFileSync(copy, text, { mode: 0o600, flag: 'wx' })
    return copy
  }
  #written = 0

  #issue(row: Row) {
    return (secret: string, make: () => string | undefined): string | undefined => {
      const key = `${row.name}\0${secret}`
      const known = this.#issued.get(key)
      if (known) return known.placeholder
      const placeholder = make()
      if (placeholder !== undefined) this.#issued.set(key, { row, secret, placeholder })
      return placeholder
    }
  }
}

/** A list that lets commands go everywhere does not mean that everybody may have every credential. */
const isNamed = (pattern: string): boolean => pattern !== '*'

const pathOf = (entry: string | MaskedFile): string => (typeof entry === 'string' ? entry : entry.path)

/** What both lists mean, as far as one says it in other words. */
const common = (one: readonly string[], other: readonly string[]): readonly string[] => {
  const among = (patterns: readonly string[]) => (host: string) =>
    patterns.some(pattern => pattern === host || matchesHost(pattern, host.replace(/^\*\./, 'any.')))
  return [...new Set([...one.filter(among(other)), ...other.filter(among(one))])]
}

/** An address of IPv6 is written without brackets there. */
const bracketed = (host: string): string => (/^[\da-f:.]*:[\da-f:.]*$/i.test(host) ? `[${host}]` : host)

/** What is to be done where nothing was found: only who says so has the text left as it is. */
const isLeft = ({ name, mask }: Row, problems: LocalizedText[]): boolean => {
  if (mask.onExtractNoMatch === 'error') throw new ToolError(says('stopped', { name }))
  const shown = mask.onExtractNoMatch === 'warn'
  problems.push(says(shown ? 'shown' : 'noMatch', { name }))
  return shown
}

const identityOf = (path: string): string | undefined => {
  try {
    const stat = statSync(path, { bigint: true })
    return stat.isFile() && stat.size <= MAX_FILE_BYTES
      ? [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ')
      : undefined
  } catch {
    return undefined
  }
}

const textOf = (path: string): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
  } catch {
    return undefined
  }
}
