import { nearestName } from '../../lib/nearest-name.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { listUsage, showUsage, wantsHelp } from '../usage.ts'
import { type SessionsDeps, withDeps } from './deps.ts'

interface SessionsCommand {
  /** In English and in Chinese. */
  readonly help: readonly [en: string, zh: string]
  load(): Promise<{
    readonly usage: LocalizedText
    run(argv: readonly string[], deps: SessionsDeps): Promise<number>
  }>
}

const COMMANDS: Readonly<Record<string, SessionsCommand>> = {
  list: {
    help: ['id, age, title or first prompt, directory', 'id、时间、标题或第一条提示词、目录'],
    load: async () => {
      const { list, LIST } = await import('./list.ts')
      return { usage: LIST.usage, run: list }
    },
  },
  show: {
    help: ['print a session as text', '以文本显示会话'],
    load: async () => {
      const { show, SHOW } = await import('./show.ts')
      return { usage: SHOW.usage, run: show }
    },
  },
  grep: {
    help: ['search all sessions', '搜索所有会话'],
    load: async () => {
      const { grep, GREP } = await import('./grep.ts')
      return { usage: GREP.usage, run: grep }
    },
  },
  stats: {
    help: ['tokens, cost, tools and time', 'token、费用、工具和时间'],
    load: async () => {
      const { stats, STATS } = await import('./stats.ts')
      return { usage: STATS.usage, run: stats }
    },
  },
  export: {
    help: ['one HTML page, Markdown or JSON', '导出为单个 HTML 网页、Markdown 或 JSON'],
    load: async () => {
      const { exportSession, EXPORT } = await import('./export.ts')
      return { usage: EXPORT.usage, run: exportSession }
    },
  },
  verify: {
    help: [
      'check the structure of session files; --repair writes a copy',
      '检查会话文件的结构；--repair 写出修复后的副本',
    ],
    load: async () => {
      const { verify, VERIFY } = await import('./verify.ts')
      return { usage: VERIFY.usage, run: verify }
    },
  },
  scan: {
    help: [
      'find secrets in stored sessions; --redact writes copies without them',
      '在已保存的会话中查找密钥；--redact 写出不含密钥的副本',
    ],
    load: async () => {
      const { scan, SCAN } = await import('./scan.ts')
      return { usage: SCAN.usage, run: scan }
    },
  },
  import: {
    help: ['import transcripts from other programs', '导入其他程序的会话记录'],
    load: async () => {
      const { importSessions, IMPORT } = await import('./import.ts')
      return { usage: IMPORT.usage, run: importSessions }
    },
  },
  mirror: {
    help: ['copy sessions to where other programs look for them', '把会话复制到其他程序查找的位置'],
    load: async () => {
      const { mirror, MIRROR } = await import('./mirror.ts')
      return { usage: MIRROR.usage, run: mirror }
    },
  },
  pack: {
    help: ['one encrypted file to continue a session elsewhere', '打包成一个加密文件，以便在别处继续会话'],
    load: async () => {
      const { pack, PACK } = await import('./pack.ts')
      return { usage: PACK.usage, run: pack }
    },
  },
  unpack: {
    help: ['take up a session that was packed elsewhere', '接续在别处打包的会话'],
    load: async () => {
      const { unpack, UNPACK } = await import('./unpack.ts')
      return { usage: UNPACK.usage, run: unpack }
    },
  },
  purge: {
    help: ['delete sessions; only lists them without --yes', '删除会话；不带 --yes 时只列出'],
    load: async () => {
      const { purge, PURGE } = await import('./purge.ts')
      return { usage: PURGE.usage, run: purge }
    },
  },
}

const usage = (): LocalizedText => {
  const rows = Object.entries(COMMANDS).map(([name, { help }]) => ({ name: name.padEnd(8), help }))
  return listUsage('sessions', rows)
}

/** `capstan sessions …` */
export const sessions = async (argv: readonly string[], from: Process): Promise<number> => {
  const [name, ...rest] = argv
  if (name === undefined) throw new ExitError(2, usage())
  if (name === '--help' || name === '-h' || name === 'help') return showUsage(usage())
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) {
    const near = nearestName(name, Object.keys(COMMANDS))
    throw new ExitError(
      2,
      near
        ? commandText('no_subcommand_near', { command: `sessions ${name}`, near, usage: usage() })
        : commandText('no_subcommand', { command: `sessions ${name}`, usage: usage() }),
    )
  }
  const { usage: help, run } = await command.load()
  if (wantsHelp(rest)) return showUsage(help)
  return await withDeps(from, deps => run(rest, deps))
}
