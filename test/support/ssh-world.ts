import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { SSHD } from './needs-program.ts'

/** Another user on this machine who is reached over SSH, and a directory on whose PATH stands the way there. */
export interface SshWorld extends AsyncDisposable {
  readonly user: string
  readonly port: number
  /** Of the other user. */
  readonly home: string
  /** In front of PATH: an ssh that knows the key and the host, and nothing of the person's. */
  readonly bin: string
  readonly env: Readonly<Record<string, string>>
  /** Runs a line as the other user. */
  there(line: string): string
  /** What of ours is left over there. */
  left(): readonly string[]
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  server.close()
  await once(server, 'close')
  return port
}

const keyIn = (directory: string, name: string): string => {
  const file = join(directory, name)
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file])
  return file
}

/** A real sshd on loopback, for a user that is made for it and goes with it. */
export const openSshWorld = async (): Promise<SshWorld> => {
  const directory = mkdtempSync('/tmp/capstan-ssh-')
  chmodSync(directory, 0o755)
  const [home, bin, user] = [join(directory, 'home'), join(directory, 'bin'), `capstan${process.pid}`]
  mkdirSync(bin)
  execFileSync('useradd', ['-p', '*', '-m', '-d', home, '-s', '/bin/bash', user])
  chmodSync(home, 0o755)
  // The runtime of the tests may be where nobody else can look.
  const node = join(bin, 'node')
  copyFileSync(process.execPath, node)
  const [hostKey, key, port] = [keyIn(directory, 'host'), keyIn(directory, 'key'), await freePort()]
  mkdirSync(join(home, '.ssh'))
  copyFileSync(`${key}.pub`, join(home, '.ssh/authorized_keys'))
  execFileSync('chown', ['-R', user, home])
  if (!existsSync('/run/sshd')) mkdirSync('/run/sshd')
  writeFileSync(
    join(directory, 'sshd_config'),
    [
      ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${hostKey}`, 'PidFile none', 'UsePAM no'],
      ...['PasswordAuthentication no', 'AuthorizedKeysFile .ssh/authorized_keys', 'AcceptEnv *'],
      `SetEnv PATH=${bin}:/usr/bin:/bin`,
      '',
    ].join('\n'),
  )
  const hosts = join(directory, 'known_hosts')
  const [type, data] = execFileSync('cat', [`${hostKey}.pub`], { encoding: 'utf8' }).split(' ')
  writeFileSync(hosts, `[127.0.0.1]:${port} ${type} ${data}\n`)
  writeFileSync(
    join(directory, 'ssh_config'),
    [
      `IdentityFile ${key}`,
      'IdentitiesOnly yes',
      `UserKnownHostsFile ${hosts}`,
      'StrictHostKeyChecking yes',
      'SendEnv *',
      '',
    ].join('\n'),
  )
  writeFileSync(join(bin, 'ssh'), `#!/bin/sh\nexec /usr/bin/ssh -F ${directory}/ssh_config "$@"\n`, {
    mode: 0o755,
  })
  const sshd = spawn(SSHD, ['-D', '-e', '-f', join(directory, 'sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await listening(sshd)
  const there = (line: string): string => {
    const { stdout } = spawnSync(
      'setpriv',
      [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', 'bash', '-c', line],
      {
        cwd: home,
        env: { HOME: home, PATH: `${bin}:/usr/bin:/bin` },
        encoding: 'utf8',
      },
    )
    return stdout
  }
  return {
    user,
    port,
    home,
    bin,
    env: { PATH: `${bin}:/usr/bin:/bin`, HOME: directory },
    there,
    left: () => [
      ...readdirSync(home).filter(name => name.startsWith('.capstan')),
      ...processesOf(user),
      ...there('find /tmp /var/tmp -user "$(id -un)" -not -path "$HOME*" 2>/dev/null')
        .split('\n')
        .filter(Boolean),
    ],
    async [Symbol.asyncDispose]() {
      spawnSync('pkill', ['-KILL', '-u', user])
      const ended = once(sshd, 'exit')
      sshd.kill('SIGKILL')
      await ended
      spawnSync('userdel', ['-f', user])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** But for those that carry a connection. */
const processesOf = (user: string): readonly string[] =>
  spawnSync('ps', ['-u', user, '-o', 'args='], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('sshd') && !line.includes('<defunct>'))

const listening = async (sshd: ChildProcess): Promise<void> => {
  let said = ''
  for await (const piece of sshd.stderr ?? []) {
    said += String(piece)
    if (said.includes('Server listening')) return
  }
  throw new Error(`sshd ended: ${said}`)
}
