import type { Socket } from 'node:net'

/**
 * Runs inside the sandbox, where loopback is the only network: listens there, passes every connection on to the sockets
 * of the proxies, and runs the command with the variables that lead to them. Answers with the exit code for this process.
 * `argv`: the sockets as JSON (`http`, `socks`), hosts that are reached without a proxy, then the command.
 */
export const runBridge = async (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> => {
  const [sockets = '{}', direct = '', file = '', ...args] = argv
  const [{ spawn }, { proxyVariables }] = await Promise.all([
    import('node:child_process'),
    import('./scrub-environment.ts'),
  ])
  const { http, socks } = JSON.parse(sockets) as { readonly http?: string; readonly socks?: string }
  const variables = proxyVariables({
    ...(http === undefined ? {} : { http: `http://127.0.0.1:${await listen(http)}` }),
    ...(socks === undefined ? {} : { socks: `socks5h://127.0.0.1:${await listen(socks)}` }),
    direct,
  })
  const child = spawn(file, args, { stdio: 'inherit', env: { ...env, ...variables } })
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, pass)
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + signalNumber(signal)))
  })
}

/** Answers with the port of loopback from which the socket is now reached. */
const listen = async (socketPath: string): Promise<number> => {
  const { connect, createServer } = await import('node:net')
  const server = createServer({ allowHalfOpen: true }, (client: Socket) => {
    const out = connect({ path: socketPath, allowHalfOpen: true })
    client.on('error', () => out.destroy())
    out.on('error', () => client.destroy())
    client.pipe(out).pipe(client)
  })
  return await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}

const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGTERM: 15,
}

const signalNumber = (name: NodeJS.Signals | null): number => SIGNALS[name ?? ''] ?? 1
