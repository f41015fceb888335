import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { openStory } from '../../features/sessions/ledger/read-story.ts'
import { gatherPack } from '../../features/sessions/pack/gather-pack.ts'
import { type PackedFile, type PackFacts, writeContent } from '../../features/sessions/pack/pack-content.ts'
import { seal } from '../../features/sessions/pack/seal.ts'
import { findHomes } from '../../host/find-homes.ts'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { runGit } from '../../lib/git/start-git.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { packText } from '../../protocol/messages/host/pack.ts'
import { definedVariables } from '../defined-variables.ts'
import { ExitError } from '../exit-error.ts'
import { usageOf } from '../usage.ts'
import { chooseOne } from './choose-sessions.ts'
import type { SessionsDeps } from './deps.ts'
import { readOptions, wrongUsage } from './options.ts'
import { readPassphrase } from './passphrase.ts'

export const PACK = {
  name: 'sessions pack',
  usage: usageOf(
    `Usage: capstan sessions pack [id, name or file] [flags]   one encrypted file to continue a session elsewhere

  -o, --output <file>        where to (default: <id>.capstan-session here)
  --passphrase-file <file>   the passphrase is its first line (default: asked for)

It holds the transcript, kept results, the copies of changed files, and the changes of the checkout that aren't
committed. Keys in it aren't redacted: whoever has the passphrase reads all of it.`,
    `用法：capstan sessions pack [id、名称或文件] [选项]   打包成一个加密文件，以便在别处继续会话

  -o, --output <文件>        输出位置（默认：此处的 <id>.capstan-session）
  --passphrase-file <文件>   口令为其第一行（默认：询问）

包含会话记录、保存的结果、被改文件的副本，以及检出中未提交的改动。其中的密钥不会隐去：有口令的人可以读到全部内容。`,
  ),
  flags: { output: { type: 'string', short: 'o' }, 'passphrase-file': { type: 'string' } },
} as const

export const pack = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(PACK, argv)
  if (given.words.length > 1) throw wrongUsage(PACK, argumentText('one_session'))
  const path = await chooseOne(deps, given.words[0])
  const { sessionId, cwd } = placeOf(path)
  const output = resolve(deps.cwd, given.text('output') ?? `${sessionId.slice(0, 8)}.capstan-session`)
  if (existsSync(output)) throw new ExitError(1, packText('exists', { path: output }))
  const passphrase = await readPassphrase(deps, { file: given.text('passphrase-file'), isNew: true })
  const checkout = existsSync(cwd) ? checkoutOf(cwd, definedVariables(deps.process.env)) : undefined
  const facts: PackFacts = {
    version: 1,
    sessionId,
    paths: {
      cwd,
      configHome: deps.configHome,
      home: findHomes(deps.process.env).home,
      project: dirname(path),
    },
    ...(checkout ? { git: { head: checkout.head, branch: checkout.branch } } : {}),
    packedAt: new Date(deps.now).toISOString(),
  }
  const historyDir = join(deps.configHome, 'file-history', sessionId)
  const files: readonly PackedFile[] = [
    ...gatherPack({ path, historyDir }),
    ...(checkout?.patch.length ? [{ name: 'changes.patch', data: checkout.patch }] : []),
  ]
  const sealed = await seal(writeContent({ facts, files }), passphrase)
  writeFileAtomically(output, sealed, { mode: 0o600 })
  const size = `${Math.ceil(sealed.length / 1024)} KB`
  await deps.write(
    `${deps.localize(packText('packed', { id: sessionId, size, path: escapeLine(output, 500) }))}\n`,
  )
  return 0
}

const placeOf = (path: string): { readonly sessionId: string; readonly cwd: string } => {
  using story = openStory(path)
  return { sessionId: basename(path, '.jsonl'), cwd: story.cwd }
}

/** What is changed there, new files included, against its last commit; the index of the person stays as it is. */
const checkoutOf = (
  cwd: string,
  env: Readonly<Record<string, string>>,
): { readonly head: string; readonly branch: string; readonly patch: Buffer } | undefined => {
  const git = (args: readonly string[], more: Readonly<Record<string, string>> = {}): Buffer | undefined => {
    const run = runGit(args, { cwd, env: { ...env, ...more }, maxBuffer: 512 * 1024 ** 2 })
    return run?.status === 0 ? Buffer.from(run.stdout) : undefined
  }
  const head = git(['rev-parse', 'HEAD'])?.toString().trim()
  if (head === undefined) return undefined
  const branch = git(['rev-parse', '--abbrev-ref', 'HEAD'])?.toString().trim() ?? 'HEAD'
  const room = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-pack-')))
  try {
    const own = { GIT_INDEX_FILE: join(room, 'index'), GIT_OBJECT_DIRECTORY: join(room, 'objects') }
    const objects = git(['rev-parse', '--path-format=absolute', '--git-path', 'objects'])?.toString().trim()
    // Without it git sees no repository.
    mkdirSync(own.GIT_OBJECT_DIRECTORY)
    const apart = { ...own, GIT_ALTERNATE_OBJECT_DIRECTORIES: objects ?? '' }
    git(['read-tree', 'HEAD'], apart)
    git(['add', '--all', ':/'], apart)
    const patch = git(['diff', '--cached', '--binary', '--no-color', 'HEAD'], apart) ?? Buffer.alloc(0)
    return { head, branch, patch }
  } finally {
    rmSync(room, { recursive: true, force: true })
  }
}
