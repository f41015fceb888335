import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { readContent } from '../../features/sessions/pack/pack-content.ts'
import { unseal } from '../../features/sessions/pack/seal.ts'
import { writePack } from '../../features/sessions/pack/write-pack.ts'
import { findHomes } from '../../host/find-homes.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import { packText } from '../../protocol/messages/host/pack.ts'
import { ExitError } from '../exit-error.ts'
import { programCommand } from '../program-command.ts'
import { usageOf } from '../usage.ts'
import type { SessionsDeps } from './deps.ts'
import { readOptions, wrongUsage } from './options.ts'
import { readPassphrase, unreadable } from './passphrase.ts'

export const UNPACK = {
  name: 'sessions unpack',
  usage: usageOf(
    `Usage: capstan sessions unpack <file> [flags]   take up a session that was packed elsewhere

  --to <directory>           where it continues (default: here)
  --passphrase-file <file>   the passphrase is its first line (default: asked for)

Paths of the other machine become those of this one. Files of the directory aren't changed: get the checkout
yourself; uncommitted changes come as a patch.`,
    `用法：capstan sessions unpack <文件> [选项]   接续在别处打包的会话

  --to <目录>                在哪里继续（默认：此处）
  --passphrase-file <文件>   口令为其第一行（默认：询问）

另一台机器的路径会换成本机的路径。目录中的文件不会改动：请自行检出代码；未提交的改动以补丁形式提供。`,
  ),
  flags: { to: { type: 'string' }, 'passphrase-file': { type: 'string' } },
} as const

export const unpack = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(UNPACK, argv)
  const [name] = given.words
  if (name === undefined || given.words.length > 1)
    throw wrongUsage(UNPACK, argumentText('takes_one', { what: 'file' }))
  const wanted = resolve(deps.cwd, given.text('to') ?? '.')
  if (!existsSync(wanted)) throw new ExitError(1, sessionCommandText('missing', { path: wanted }))
  const file = fileAt(resolve(deps.cwd, name))
  const passphrase = await readPassphrase(deps, { file: given.text('passphrase-file'), isNew: false })
  const content = readContent(await unseal(file, passphrase))
  const cwd = realpathSync(wanted)
  const { home } = findHomes(deps.process.env)
  const { sessionId, git } = content.facts
  const { patch } = writePack(content, { cwd, home, configHome: deps.configHome })
  const command = `${programCommand(deps.process.env)} --resume ${sessionId}`
  const said = [
    packText('unpacked', { id: sessionId, directory: escapeLine(cwd, 500) }),
    ...(patch === undefined
      ? []
      : [packText('patch', { path: patch, head: escapeLine(git?.head.slice(0, 12) ?? '?', 12) })]),
    packText('continue', { command }),
  ]
  await deps.write(`${said.map(deps.localize).join('\n')}\n`)
  return 0
}

const fileAt = (path: string): Buffer => {
  try {
    return readFileSync(path)
  } catch (error) {
    throw unreadable(path, error)
  }
}
