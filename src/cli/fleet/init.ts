import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Certified, newAuthority, newServerCertificate } from '../../features/fleet/certificate.ts'
import { type Identity, memberOf, newIdentity } from '../../features/fleet/identity.ts'
import type { MemberFile, Role } from '../../features/fleet/member-file.ts'
import { isName } from '../../features/fleet/names.ts'
import { type ServerUser, serverConfigText } from '../../features/fleet/server-config.ts'
import { exported } from '../../lib/nats/connection.ts'
import { splitList } from '../../lib/split-list.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { fleetText } from '../../protocol/messages/cli/fleet.ts'
import { ExitError } from '../exit-error.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { type Given, readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { makeFleetHome, memberPath, writeSecret } from './fleet-home.ts'

export const INIT = {
  name: 'fleet init',
  usage: usageOf(
    `Usage: capstan fleet init --url <address> --workers <names> [flags]   make the keys and configuration of a fleet

  --url <address>       how members reach the server: tls://nats.example:4222; several of a cluster separated by commas;
                        nats://127.0.0.1:4222 (without TLS) only for this machine
  --workers <names>     one name for each machine that works, separated by commas
  --watchers <names>    who may only look
  --owners <names>      who else may submit jobs (you are "owner")

Run it again with more names to add members; files of earlier ones stay as they are.
It writes, into the config home, a folder "fleet": a configuration for nats-server, and one file of keys for each
member. Carry each file to its machine over a safe way, as ~/.capstan/fleet/member.json.`,
    `用法：capstan fleet init --url <地址> --workers <名称> [选项]   生成机群的密钥和配置

  --url <地址>          成员如何连接服务器：tls://nats.example:4222；集群的多个地址用逗号分隔；
                        nats://127.0.0.1:4222（无 TLS）仅限本机
  --workers <名称>      每台工作机一个名称，用逗号分隔
  --watchers <名称>     只能查看的成员
  --owners <名称>       还有谁可以提交任务（您是 "owner"）

再次运行并给出更多名称即可添加成员；已有成员的文件保持不变。
它在配置目录的 "fleet" 文件夹中写入 nats-server 的配置，以及每个成员一个密钥文件。
请通过安全的途径把各文件带到对应机器，存为 ~/.capstan/fleet/member.json。`,
  ),
  flags: {
    url: { type: 'string' },
    workers: { type: 'string' },
    watchers: { type: 'string' },
    owners: { type: 'string' },
  },
} as const

/** What the owner of a fleet keeps, to add members later. */
interface FleetRecord {
  readonly version: 1
  readonly url: string
  readonly authority: Certified
  readonly members: readonly Registered[]
}

interface Registered extends ServerUser {
  readonly self: Identity
  readonly seed: string
}

const SELF = 'owner'

export const init = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(INIT, argv)
  const home = makeFleetHome(deps.configHome)
  const path = join(home, 'fleet.json')
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FleetRecord) : undefined
  const url = given.text('url') ?? before?.url
  if (url === undefined) throw wrongUsage(INIT, argumentText('needs_value', { flag: '--url' }))
  const hosts = hostsOf(url)
  const wished = wishedMembers(given)
  const known = before?.members ?? []
  const added = wished.filter(({ name }) => !known.some(member => member.name === name))
  const members = [...known, ...(await Promise.all(added.map(register)))]
  const record: FleetRecord = {
    version: 1,
    url,
    authority: before?.authority ?? newAuthority(deps.now),
    members,
  }
  writeSecret(path, JSON.stringify(record))
  const configs = writeServers(home, record, { hosts, now: deps.now })
  const files = writeMembers(home, record, deps.configHome)
  const said = [
    fleetText('made', { count: members.length }),
    ...configs.map(config => fleetText('server_file', { path: config })),
    ...files.map(({ name, file }) => fleetText('member_file', { name, path: file })),
    fleetText(before ? 'reload' : 'start', { path: configs[0] ?? '' }),
  ]
  await deps.write(`${said.map(deps.localize).join('\n')}\n`)
  return 0
}

const wishedMembers = (given: Given): readonly { readonly name: string; readonly role: Role }[] => {
  const named = (flag: string, role: Role) =>
    (splitList(given.text(flag) ?? '') ?? []).map(name => ({ name, role }))
  const all = [
    { name: SELF, role: 'owner' as const },
    ...named('workers', 'worker'),
    ...named('watchers', 'watcher'),
    ...named('owners', 'owner'),
  ]
  const bad = all.find(({ name }) => !isName(name))
  if (bad) throw new ExitError(2, fleetText('bad_name', { name: bad.name }))
  const twice = all.find(({ name }, index) => all.findIndex(other => other.name === name) !== index)
  if (twice) throw new ExitError(2, fleetText('name_twice', { name: twice.name }))
  return all
}

const register = async ({
  name,
  role,
}: {
  readonly name: string
  readonly role: Role
}): Promise<Registered> => {
  const { nkeys } = await import('@nats-io/transport-node').then(exported)
  const pair = nkeys.createUser()
  const seed = new TextDecoder().decode(pair.getSeed())
  return { name, role, nkey: pair.getPublicKey(), seed, self: newIdentity(name) }
}

interface Address {
  readonly host: string
  readonly port: number
  readonly isSafe: boolean
}

const hostsOf = (url: string): readonly Address[] =>
  url.split(',').map(each => {
    const [, scheme, host, port] =
      /^(tls|nats):\/\/(\[[\da-f:]+\]|[\w.-]+)(?::(\d+))?$/i.exec(each.trim()) ?? []
    if (!scheme || !host) throw new ExitError(2, fleetText('bad_url', { url: each }))
    const bare = host.replace(/^\[|\]$/g, '')
    const isSafe = scheme.toLowerCase() === 'tls'
    if (!isSafe && !['127.0.0.1', 'localhost', '::1'].includes(bare))
      throw new ExitError(2, fleetText('needs_tls', { url: each }))
    return { host: bare, port: Number(port ?? 4222), isSafe }
  })

/** One folder for each server: it is carried there as a whole. */
const writeServers = (
  home: string,
  { authority, members }: FleetRecord,
  { hosts, now }: { readonly hosts: readonly Address[]; readonly now: number },
): readonly string[] =>
  hosts.map(({ host, port, isSafe }, index) => {
    const name = hosts.length === 1 ? 'server' : `server-${index + 1}`
    const folder = join(home, name)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, 'nats-server.conf')
    if (isSafe && !existsSync(join(folder, 'server.crt'))) {
      const made = newServerCertificate(authority, [...new Set([host, 'localhost', '127.0.0.1'])], now)
      writeSecret(join(folder, 'server.crt'), made.cert)
      writeSecret(join(folder, 'server.key'), made.key)
      writeSecret(join(folder, 'ca.crt'), authority.cert)
    }
    const routes = hosts
      .filter((_, other) => other !== index)
      .map(other => `nats-route://${other.host}:${other.port + CLUSTER}`)
    // Relative to the directory that the server is started in.
    const tls = { cert: './server.crt', key: './server.key', ca: './ca.crt' }
    const text = serverConfigText({
      ...{ name: `capstan-fleet-${index + 1}`, port, store: './store', users: members },
      // What is not encrypted stays on this machine.
      ...(isSafe ? { tls } : { host }),
      ...(routes.length > 0 ? { cluster: { port: port + CLUSTER, routes } } : {}),
    })
    writeSecret(file, text)
    return file
  })

const CLUSTER = 2000

/** Our own goes where this program looks for it. */
const writeMembers = (
  home: string,
  { url, authority, members }: FleetRecord,
  configHome: string,
): readonly { readonly name: string; readonly file: string }[] => {
  const withRole = (role: Role) =>
    members.filter(member => member.role === role).map(({ self }) => memberOf(self))
  const [owners, workers, watchers] = [withRole('owner'), withRole('worker'), withRole('watcher')]
  const ca = url.includes('tls://') ? { ca: authority.cert } : {}
  return members.map(({ name, role, seed, self }) => {
    const content: MemberFile = { version: 1, role, url, ...ca, seed, self, owners, workers, watchers }
    const file = name === SELF ? memberPath(configHome) : join(home, `${name}.member.json`)
    writeSecret(file, `${JSON.stringify(content, null, 1)}\n`)
    return { name, file }
  })
}
