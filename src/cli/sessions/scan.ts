import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { credentialValues } from '../../features/secrets/credential-values.ts'
import { extraFormat } from '../../features/secrets/extra-format.ts'
import { type ScannedFile, scanSessionFile, scanTextFile } from '../../features/secrets/scan-file.ts'
import { sessionFileError } from '../../features/sessions/session-error.ts'
import { loadSettings } from '../../features/settings/load.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { createDetector, type FindSecrets } from '../../lib/secrets/detect.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { storedText } from '../../protocol/messages/cli/session-output.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import type { Localize } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'
import { usageOf } from '../usage.ts'
import { chooseMany, chooseOne } from './choose-sessions.ts'
import type { SessionsDeps } from './deps.ts'
import { readOptions, wrongUsage } from './options.ts'

export const SCAN = {
  name: 'sessions scan',
  usage: usageOf(
    `Usage: capstan sessions scan [id, name or file …] [flags]   find secrets in stored sessions (default: all in this directory)

  --all             sessions in all directories
  --redact          write a copy with the secrets replaced by markers; the original is unchanged
  --to <directory>  where the copies go (default: ./redacted-sessions)
  --json            one report per file as JSON

Exit code 1 when secrets were found. Only their kind and fingerprint are shown.`,
    `用法：capstan sessions scan [id、名称或文件 …] [选项]   在已保存的会话中查找密钥（默认：此目录中的全部会话）

  --all         所有目录中的会话
  --redact      写出以标记替换密钥的副本；原文件不变
  --to <目录>   副本的位置（默认：./redacted-sessions）
  --json        每个文件输出一份 JSON 报告

发现密钥时退出码为 1。只显示密钥的种类和指纹。`,
  ),
  flags: {
    all: { type: 'boolean' },
    redact: { type: 'boolean' },
    to: { type: 'string' },
    json: { type: 'boolean' },
  },
} as const

const DEFAULT_TO = 'redacted-sessions'
const MAX_PLACES = 20

export const scan = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(SCAN, argv)
  if (given.is('all') && given.words.length > 0)
    throw wrongUsage(SCAN, argumentText('sessions_or_flags', { flags: '--all' }))
  if (given.text('to') !== undefined && !given.is('redact'))
    throw wrongUsage(SCAN, argumentText('needs', { flag: '--to', other: '--redact' }))
  const paths =
    given.words.length > 0
      ? await Promise.all(given.words.map(word => chooseOne(deps, word)))
      : chooseMany(deps, { all: given.is('all') }).map(file => file.path)
  const to = given.is('redact') ? resolve(deps.cwd, given.text('to') ?? DEFAULT_TO) : undefined
  const find = detectorOf(deps)
  let secrets = 0
  let files = 0
  for (const path of paths)
    for (const file of filesOf(path)) {
      const report = scanOne(file, { find, to })
      secrets += report.places.length
      files++
      if (given.is('json')) await deps.write(`${JSON.stringify(report)}\n`)
      else if (report.places.length > 0 || report.skipped > 0 || report.copy)
        await deps.write(renderReport(report, deps.localize))
    }
  if (!given.is('json'))
    await deps.write(
      `${deps.localize(storedText('scanned', { count: files, found: storedText('secrets', { count: secrets }) }))}\n`,
    )
  return secrets > 0 ? 1 : 0
}

/** With the formats of the person and the administrator; what a project says about secrets is for its own sessions. */
export const detectorOf = ({
  configHome,
  cwd,
  process: { env },
}: Pick<SessionsDeps, 'configHome' | 'cwd' | 'process'>): FindSecrets => {
  const { merged } = loadSettings({
    configHome,
    projectDir: cwd,
    localDir: cwd,
    sources: ['user'],
    trusted: false,
    compat: env['CAPSTAN_COMPAT'] !== '0',
  })
  return createDetector({
    formats: (merged.secrets?.extraPatterns ?? []).map(extraFormat),
    values: credentialValues(env),
  })
}

interface StoredFile {
  readonly path: string
  /** Below the directory of the copies. */
  readonly name: string
  readonly isLog: boolean
}

/** The log, the logs of its agents, and the results that were too long for it. */
const filesOf = (path: string): readonly StoredFile[] => {
  const beside = path.replace(/\.jsonl$/, '')
  const inside =
    beside === path || !existsSync(beside)
      ? []
      : readdirSync(beside, { recursive: true, withFileTypes: true })
          .filter(entry => entry.isFile())
          .map(entry => join(entry.parentPath, entry.name))
          .sort()
  return [path, ...inside].map(file => ({
    path: file,
    name: file === path ? basename(path) : join(basename(beside), file.slice(beside.length + 1)),
    isLog: file.endsWith('.jsonl'),
  }))
}

interface Report extends ScannedFile {
  readonly path: string
  readonly copy?: string
}

const scanOne = (
  file: StoredFile,
  { find, to }: { readonly find: FindSecrets; readonly to: string | undefined },
): Report => {
  const copy = to === undefined ? undefined : join(to, file.name)
  if (copy !== undefined && existsSync(copy))
    throw new ExitError(1, sessionCommandText('copy_exists', { path: copy }))
  try {
    if (copy !== undefined) makeDirectories(dirname(copy), 0o700)
    const options = { find, ...(copy === undefined ? {} : { copyTo: copy }) }
    const scanned = file.isLog ? scanSessionFile(file.path, options) : scanTextFile(file.path, options)
    return { path: file.path, ...(copy === undefined ? {} : { copy }), ...scanned }
  } catch (error) {
    throw copy === undefined
      ? sessionFileError(error, 'read', file.path)
      : sessionFileError(error, 'copy', `${file.path} → ${copy}`)
  }
}

const renderReport = ({ path, places, skipped, copy }: Report, localize: Localize): string => {
  const found = places
    .slice(0, MAX_PLACES)
    .map(({ line, field, marker }) =>
      field === undefined
        ? storedText('secret_at', { line, marker })
        : storedText('secret_in', { line, field: escapeLine(field, 120), marker }),
    )
  const more = places.length - MAX_PLACES
  const told = [
    ...found,
    ...(more > 0 ? [storedText('more', { count: more })] : []),
    ...(skipped > 0 ? [storedText('too_long', { count: skipped })] : []),
    ...(copy === undefined ? [] : [storedText('redacted_copy', { path: copy })]),
  ]
  return `${[path, ...told.map(text => `  ${localize(text)}`)].join('\n')}\n`
}
