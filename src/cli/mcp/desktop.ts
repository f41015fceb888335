import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readServers } from '../../features/mcp/config/read-servers.ts'
import { accountText } from '../../protocol/messages/cli/accounts.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { ExitError } from '../exit-error.ts'
import { sayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { readOptions } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { readScope } from './add.ts'
import { serversHere } from './here.ts'
import { scopesOf, writeServer } from './write-server.ts'

export const DESKTOP = {
  name: 'mcp add-from-desktop',
  usage: usageOf(
    'Usage: capstan mcp add-from-desktop [--scope local|project|user]   (servers of Claude Desktop)',
    '用法：capstan mcp add-from-desktop [--scope local|project|user]   （复制 Claude Desktop 的服务器）',
  ),
  flags: { scope: { type: 'string', short: 's' } },
} as const

/** `capstan mcp add-from-desktop`. */
export const addFromDesktop = async (argv: readonly string[], from: Process): Promise<number> => {
  const given = readOptions(DESKTOP, argv)
  const { places } = serversHere(from)
  const file = fileOf(places.home, from.env['APPDATA'])
  const text = readText(file)
  if (text === undefined) throw new ExitError(1, accountText('no_desktop', { file }))
  const { servers, problems } = readServers(text, places.env)
  const scope = readScope(DESKTOP, given.text('scope') ?? 'user')
  const tell = await sayer(from.env)
  for (const problem of problems) tell(answerText('left_out', { problem }))
  for (const { name, written } of servers)
    if (scopesOf(places, name).includes(scope)) tell(answerText('left_out_there', { name, scope }))
    else
      tell(answerText('added_to', { name, scope, file: await writeServer(places, scope, { name, written }) }))
  if (servers.length === 0) tell(answerText('file_no_servers', { file }))
  return 0
}

const fileOf = (home: string, appData: string | undefined): string => {
  const name = join('Claude', 'claude_desktop_config.json')
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', name)
  return join(appData ?? join(home, '.config'), name)
}

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
