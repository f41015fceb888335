import type { ChildProcess } from 'node:child_process'
import { findProgram } from '../../lib/find-program.ts'
import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import { spawnGroup } from '../../lib/process/spawn-group.ts'
import type { RemoteTarget } from '../../protocol/remote/target.ts'

/** What ssh and the container programs need to find keys, agents and daemons; nothing else of the environment goes to them. */
const NEEDED =
  /^(?:PATH|HOME|USER|LOGNAME|TMPDIR|XDG_RUNTIME_DIR|SSH_AUTH_SOCK|KRB5CCNAME|DOCKER_(?:HOST|CONTEXT|CONFIG|CERT_PATH|TLS_VERIFY)|CONTAINER_HOST)$/

/** Runs a line for `sh` on the other machine, with pipes to it. Undefined: the program for that is not here. */
export type Dial = (script: string) => ChildProcess | undefined

export interface DialOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  roots(): readonly string[]
}

/**
 * By the person's own ssh, which decides about host keys, names and keys. It never asks, so a key nobody knows is refused
 * unless the person's configuration says otherwise; and it forwards nothing.
 */
const SSH = [
  '-T',
  ...['BatchMode=yes', 'ForwardAgent=no', 'ForwardX11=no', 'ClearAllForwardings=yes', 'Tunnel=no'],
  ...['PermitLocalCommand=no', 'ControlMaster=no', 'ConnectTimeout=15'],
  ...['ServerAliveInterval=15', 'ServerAliveCountMax=3', 'RequestTTY=no'],
].flatMap(option => (option === '-T' ? [option] : ['-o', option]))

/** The program and its arguments. The script holds no single quote. */
const dialCommand = (target: RemoteTarget, script: string): readonly [string, ...string[]] => {
  const line = `exec sh -c '${script}'`
  if (target.kind !== 'ssh') return [target.kind, 'exec', '-i', target.host, 'sh', '-c', script]
  const { host, port, user } = target
  return [
    'ssh',
    ...SSH,
    ...(port === undefined ? [] : ['-p', String(port)]),
    ...(user === undefined ? [] : ['-l', user]),
    ...['--', host, line],
  ]
}

export const createDial =
  (target: RemoteTarget, { env, roots }: DialOptions): Dial =>
  script => {
    const hardened = hardenEnvironment(env, roots())
    const [name, ...args] = dialCommand(target, script)
    const file = findProgram(name, hardened['PATH'] ?? '')
    if (file === undefined) return undefined
    const own = Object.fromEntries(Object.entries(hardened).filter(([variable]) => NEEDED.test(variable)))
    return spawnGroup(file, args, { env: own, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] })
  }
