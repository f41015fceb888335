import { randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Imported, importSession } from '../../features/sessions/import/import-session.ts'
import { SessionError } from '../../features/sessions/session-error.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { storedText } from '../../protocol/messages/cli/session-output.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import { usageOf } from '../usage.ts'
import type { SessionsDeps } from './deps.ts'
import { readOptions, wrongUsage } from './options.ts'

export const IMPORT = {
  name: 'sessions import',
  usage: usageOf(
    `Usage: capstan sessions import <file or directory …> [flags]   import transcripts from other programs

  --json   report each file as one line of JSON

Reads transcripts in the public JSONL format, of Codex (~/.codex/sessions) and pi (~/.pi/agent/sessions), and what
"opencode export" prints or opencode keeps (storage/session). Directories are searched six levels deep. Messages and tool results
are imported; permissions, modes, directories, costs and file history are not. Sessions you already have are skipped.`,
    `用法：capstan sessions import <文件或目录 …> [选项]   导入其他程序的会话记录

  --json   每个文件输出一行 JSON

支持公开的 JSONL 格式、Codex（~/.codex/sessions）和 pi（~/.pi/agent/sessions）的会话记录，以及 "opencode export" 的
输出和 opencode 保存的文件（storage/session）。目录最多搜索六层。导入消息和工具结果，不导入权限、模式、目录、
费用和文件历史。已有的会话会跳过。`,
  ),
  flags: { json: { type: 'boolean' } },
} as const

const DEPTH = 6
const MAX_FILES = 20_000

export const importSessions = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(IMPORT, argv)
  if (given.words.length === 0)
    throw wrongUsage(IMPORT, argumentText('name_one', { what: argumentText('file_or_directory') }))
  const files = given.words.flatMap(word => transcriptsAt(resolve(deps.cwd, word)))
  const counts = { imported: 0, present: 0, empty: 0, failed: 0 }
  for (const file of files) {
    const outcome = take(file, deps)
    counts[outcome.kind]++
    if (given.is('json')) await deps.write(`${JSON.stringify(outcome)}\n`)
    else if (outcome.kind === 'failed') deps.warn(outcome.localized)
    else if (outcome.kind === 'imported') await deps.write(`${deps.localize(importedText(outcome))}\n`)
  }
  if (!given.is('json')) await deps.write(`${deps.localize(storedText('imported_all', counts))}\n`)
  return counts.failed > 0 ? 1 : 0
}

const importedText = (outcome: Extract<Imported, { readonly kind: 'imported' }>): LocalizedText => {
  const { sessionId: session, from: file, left } = outcome
  const messages = storedText('messages', { count: outcome.messages })
  return left > 0
    ? storedText('imported_part', { session, file, messages, lines: storedText('lines', { count: left }) })
    : storedText('imported', { session, file, messages })
}

type Outcome =
  | Imported
  | {
      readonly kind: 'failed'
      readonly from: string
      readonly error: string
      readonly localized: LocalizedText
    }

const take = (file: string, deps: SessionsDeps): Outcome => {
  try {
    return importSession(file, {
      configHome: deps.configHome,
      cwd: deps.cwd,
      version: deps.process.version,
      newId: randomUUID,
    })
  } catch (error) {
    // One bad file does not keep the others out.
    if (error instanceof SessionError)
      return { kind: 'failed', from: file, error: error.message, localized: messageOf(error) }
    throw error
  }
}

/** Transcripts at a path: itself, or what a directory holds. */
export const transcriptsAt = (path: string): readonly string[] => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw new ExitError(1, sessionCommandText('missing', { path }))
  if (!stats.isDirectory()) return [path]
  const files: string[] = []
  const visit = (directory: string, depth: number): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const at = join(directory, entry.name)
      if (entry.isDirectory() && depth < DEPTH && entry.name !== 'subagents') visit(at, depth + 1)
      else if (entry.isFile() && /\.jsonl$|^ses_[\w-]+\.json$/.test(entry.name)) files.push(at)
      if (files.length > MAX_FILES)
        throw new ExitError(1, sessionCommandText('too_many_files', { path, max: MAX_FILES }))
    }
  }
  visit(path, 1)
  return files.sort()
}
