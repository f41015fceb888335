import type { Role } from './member-file.ts'
import { INDEX, JOBS, LIMITS, LOG, MONEY, OBJECTS_IN, objectsOf, WORKERS } from './names.ts'

export interface ServerUser {
  readonly name: string
  readonly role: Role
  /** Public part of its key pair. */
  readonly nkey: string
}

export interface ServerConfig {
  readonly name: string
  /** Only this address is listened to; absent: all. */
  readonly host?: string
  readonly port: number
  /** Where it keeps messages, and its certificate where it has one. */
  readonly store: string
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca: string }
  readonly users: readonly ServerUser[]
  /** Of a cluster: where it is reached by the others, and where they are. */
  readonly cluster?: { readonly port: number; readonly routes: readonly string[] }
}

/** What answers to a member come under: nobody else may listen there. */
export const inboxOf = (name: string): string => `_INBOX_${name}`

interface Subjects {
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}

const stores = (names: readonly string[]): readonly string[] => names.map(name => `OBJ_${name}`)
const buckets = [INDEX, MONEY, LIMITS, WORKERS].map(name => `KV_${name}`)

/** Looking changes nothing: what is in it is encrypted where it must be. */
const reading = (workers: readonly string[]): readonly string[] => [
  '$JS.API.INFO',
  ...[JOBS, LOG, ...buckets, ...stores([OBJECTS_IN, ...workers.map(objectsOf)])].flatMap(stream => [
    `$JS.API.STREAM.INFO.${stream}`,
  ]),
  ...[LOG, ...buckets, ...stores([OBJECTS_IN, ...workers.map(objectsOf)])].flatMap(stream => [
    `$JS.API.STREAM.MSG.GET.${stream}`,
    `$JS.API.DIRECT.GET.${stream}`,
    `$JS.API.DIRECT.GET.${stream}.>`,
  ]),
  ...stores([OBJECTS_IN, ...workers.map(objectsOf)]).flatMap(stream => [
    `$JS.API.CONSUMER.CREATE.${stream}`,
    `$JS.API.CONSUMER.CREATE.${stream}.>`,
    `$JS.API.CONSUMER.DELETE.${stream}.>`,
    `$JS.API.CONSUMER.INFO.${stream}.>`,
  ]),
  '$JS.FC.>',
]

const writing = (store: string): readonly string[] => [
  `$O.${store}.C.*`,
  `$O.${store}.M.*`,
  `$JS.API.STREAM.PURGE.OBJ_${store}`,
]

/** The least that each role needs. Who says what in a job's log is a matter of signatures. */
const subjectsOf = ({ name, role }: ServerUser, workers: readonly string[]): Subjects => {
  const subscribe = [`${inboxOf(name)}.>`, 'fleet.log.*', '$KV.fleet_*.>']
  if (role === 'watcher') return { publish: reading(workers), subscribe }
  if (role === 'worker')
    return {
      publish: [
        ...reading(workers),
        'fleet.log.*',
        `$JS.API.CONSUMER.MSG.NEXT.${JOBS}.*`,
        `$JS.ACK.${JOBS}.>`,
        // Of each table its own rows: what it says is its own word, and nobody else's is lost.
        `$KV.${INDEX}.*.*.${name}`,
        `$KV.${MONEY}.*.*.*.${name}`,
        `$KV.${LIMITS}.${name}.*`,
        `$KV.${WORKERS}.${name}`,
        ...writing(objectsOf(name)),
      ],
      subscribe: [...subscribe, 'fleet.jobs.>'],
    }
  const all = [JOBS, LOG, ...buckets, ...stores([OBJECTS_IN, ...workers.map(objectsOf)])]
  return {
    publish: [
      ...reading(workers),
      'fleet.log.*',
      `fleet.jobs.${name}.*`,
      `$KV.${INDEX}.${name}.*.${name}`,
      ...writing(OBJECTS_IN),
      ...all.map(stream => `$JS.API.STREAM.CREATE.${stream}`),
      // Queues of its own jobs, and of nobody else's.
      `$JS.API.CONSUMER.DURABLE.CREATE.${JOBS}.*`,
      `$JS.API.CONSUMER.CREATE.${JOBS}.*`,
      `$JS.API.CONSUMER.CREATE.${JOBS}.*.fleet.jobs.${name}.*`,
    ],
    subscribe: [...subscribe, 'fleet.jobs.>'],
  }
}

const quoted = (text: string): string => JSON.stringify(text)
const listOf = (subjects: readonly string[]): string =>
  `[\n${subjects.map(subject => `          ${quoted(subject)}`).join('\n')}\n        ]`

const userText = (user: ServerUser, workers: readonly string[]): string => {
  const { publish, subscribe } = subjectsOf(user, workers)
  return `    # ${user.role} ${user.name}
    {
      nkey: ${user.nkey}
      permissions {
        publish: ${listOf(publish)}
        subscribe: ${listOf(subscribe)}
      }
    }`
}

/** A configuration file for nats-server. */
export const serverConfigText = (config: ServerConfig): string => {
  const { name, host, port, store, tls, users, cluster } = config
  const workers = users.filter(({ role }) => role === 'worker').map(user => user.name)
  const tlsText = (more: string): string =>
    tls
      ? `tls {\n  cert_file: ${quoted(tls.cert)}\n  key_file: ${quoted(tls.key)}\n  ca_file: ${quoted(tls.ca)}\n${more}}\n`
      : ''
  const routes = cluster?.routes.map(route => `    ${quoted(route)}`).join('\n')
  const clusterText = cluster
    ? `cluster {\n  name: capstan-fleet\n  port: ${cluster.port}\n${tlsText('  verify: true\n').replace(/^(?=.)/gm, '  ')}  routes: [\n${routes}\n  ]\n}\n`
    : ''
  return `# Written by "capstan fleet init"; written anew when members are added.
server_name: ${quoted(name)}
${host === undefined ? '' : `host: ${quoted(host)}\n`}port: ${port}
max_payload: 1MB
jetstream {
  store_dir: ${quoted(store)}
}
${tlsText('')}${clusterText}authorization {
  users: [
${users.map(user => userText(user, workers)).join('\n')}
  ]
}
`
}
