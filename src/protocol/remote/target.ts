/** Another machine, or a container here, and the directory there. */
export interface RemoteTarget {
  readonly kind: 'ssh' | 'docker' | 'podman'
  /** What people, rules and the ledger call it; without the directory. Two targets of one address are one machine. */
  readonly address: string
  /** Name, alias or number of the machine; name or id of the container. */
  readonly host: string
  readonly user?: string
  readonly port?: number
  /** Absolute; absent: the home directory there. */
  readonly directory?: string
}

/** A part of a host or user name may not look like an option, nor hold anything that a shell or ssh reads as more. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,252}$/
const NUMBER_6 = /^\[([0-9A-Fa-f:]{2,45})\]$/
const DIRECTORY = /^\/[^\0\n\r]{0,1000}$/

/** `ssh://[user@]host[:port][/directory]`, `docker://name[/directory]`, `podman://…`; undefined: it is none. */
export const parseTarget = (text: string): RemoteTarget | undefined => {
  const [, kind = '', user, name = '', port, path = ''] =
    /^(ssh|docker|podman):\/\/(?:([^@/]*)@)?(\[[^\]]*\]|[^:/@[\]]*)(?::(\d{1,5}))?(\/.*)?$/s.exec(
      text.trim(),
    ) ?? []
  const host = NUMBER_6.exec(name)?.[1] ?? name
  const isNumber = host !== name
  if (!(isNumber || NAME.test(host)) || (user !== undefined && !NAME.test(user))) return undefined
  const directory = path.replace(/(?<=.)\/+$/, '')
  if (directory !== '' && (!DIRECTORY.test(directory) || directory.split('/').includes('..')))
    return undefined
  const number = port === undefined ? undefined : Number(port)
  if (number !== undefined && (number < 1 || number > 65_535)) return undefined
  if (kind !== 'ssh' && (user !== undefined || number !== undefined || isNumber)) return undefined
  const shownName = isNumber ? name : host
  return {
    kind: kind as RemoteTarget['kind'],
    address: `${kind}://${user === undefined ? '' : `${user}@`}${shownName}${number === undefined ? '' : `:${number}`}`,
    host,
    ...(user === undefined ? {} : { user }),
    ...(number === undefined ? {} : { port: number }),
    ...(directory === '' || directory === '/' ? {} : { directory }),
  }
}

/** Settings under `remote`. */
export interface RemoteHostSettings {
  readonly remote?: {
    /** Addresses that the model may name; `ssh://*` stands for every machine. */
    readonly hosts?: readonly string[]
    /** The agent program stays there, by its checksum. */
    readonly keepProgram?: boolean
    /** How long what runs there goes on without a link. */
    readonly lingerMinutes?: number
  }
}

/** Whether settings name the machine. */
export const isNamedHost = (hosts: readonly string[], { kind, address }: RemoteTarget): boolean =>
  hosts.some(host => host === '*' || host === `${kind}://*` || parseTarget(host)?.address === address)
