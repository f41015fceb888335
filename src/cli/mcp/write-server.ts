import {
  changeUserServersFile,
  projectPart,
  type UserServersFile,
  userServersFileOf,
  withProjectPart,
} from '../../features/mcp/config/user-servers-file.ts'
import { hashDefinition } from '../../features/trust/approvals.ts'
import { approveServer } from '../../host/servers/approve-server.ts'
import { projectFileOf } from '../../host/servers/gather-servers.ts'
import type { ServerSources } from '../../host/servers/server-sources.ts'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { readStoredObject } from '../../lib/files/stored-object.ts'
import { isObject } from '../../lib/is-object.ts'
import { accountText } from '../../protocol/messages/cli/accounts.ts'
import { damageState } from '../../protocol/messages/host/stored-files.ts'
import { ExitError } from '../exit-error.ts'
import { lockFor } from './here.ts'

export const SCOPES = ['local', 'project', 'user'] as const
export type Scope = (typeof SCOPES)[number]

type Servers = Readonly<Record<string, unknown>>

const serversIn = (value: unknown): Servers => (isObject(value) ? value : {})

/** Changes the servers of a scope; answers the file. */
const changeServers = async (
  places: ServerSources,
  scope: Scope,
  change: (servers: Servers) => Servers,
): Promise<string> => {
  if (scope === 'project') return changeProjectFile(places, change)
  const { configHome, trustRoot } = places
  const inUser = (file: UserServersFile): UserServersFile => ({
    ...file,
    mcpServers: change(serversIn(file['mcpServers'])),
  })
  const inProject = (file: UserServersFile): UserServersFile => {
    const part = projectPart(file, trustRoot)
    return withProjectPart(file, trustRoot, { ...part, mcpServers: change(serversIn(part['mcpServers'])) })
  }
  return await changeUserServersFile(configHome, scope === 'user' ? inUser : inProject, await lockFor(places))
}

const changeProjectFile = ({ cwd, files }: ServerSources, change: (servers: Servers) => Servers): string => {
  const file = files.project[0] ?? projectFileOf(cwd)
  const value = parse(file)
  const after = { ...value, mcpServers: change(serversIn(value['mcpServers'])) }
  writeFileAtomically(file, Buffer.from(`${JSON.stringify(after, null, 2)}\n`), {})
  return file
}

/** Empty when there is none. Throws ExitError for one that a change would lose something of. */
const parse = (file: string): Servers => {
  const read = readStoredObject(file, { accepts: ({ mcpServers = {} }) => isObject(mcpServers) })
  if (read.kind === 'damaged')
    throw new ExitError(1, accountText('repair_first', { file, why: damageState(read.damage) }))
  return read.kind === 'object' ? read.value : {}
}

/** Throws ExitError when the name is taken there. */
export const writeServer = async (
  places: ServerSources,
  scope: Scope,
  { name, written }: { readonly name: string; readonly written: unknown },
): Promise<string> => {
  const file = await changeServers(places, scope, servers => {
    if (Object.hasOwn(servers, name)) throw new ExitError(1, accountText('server_exists', { name, scope }))
    return { ...servers, [name]: written }
  })
  // Whoever wrote it has approved it.
  if (scope === 'project')
    await approveServer(
      { configHome: places.configHome, root: places.trustRoot },
      { name, sha256: hashDefinition(written) },
      true,
    )
  return file
}

/** Scopes that have a server of this name, in files of ours. */
export const scopesOf = (places: ServerSources, name: string): readonly Scope[] => {
  const file = parse(userServersFileOf(places.configHome))
  const project = places.files.project[0]
  const inProject = project === undefined ? {} : serversIn(parse(project)['mcpServers'])
  return [
    ...(Object.hasOwn(serversIn(projectPart(file, places.trustRoot)['mcpServers']), name)
      ? (['local'] as const)
      : []),
    ...(Object.hasOwn(inProject, name) ? (['project'] as const) : []),
    ...(Object.hasOwn(serversIn(file['mcpServers']), name) ? (['user'] as const) : []),
  ]
}

export const removeServer = async (places: ServerSources, scope: Scope, name: string): Promise<string> =>
  await changeServers(places, scope, servers =>
    Object.fromEntries(Object.entries(servers).filter(([each]) => each !== name)),
  )
