import { closeSync, mkdirSync, openSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { RUN_VARIABLE } from '../../lib/process/group-guard.ts'
import { spawnDetached } from '../../lib/process/spawn-detached.ts'
import { writeProblem } from '../say.ts'

/** What an agent says to who started it. */
export const AGENT_READY = 'ready\n'
/** What stands before it on the link (a greeting, what a start file prints) is not ours. */
const LINK_BEGINS = 'capstan-link-1'

export const connected = (path: string): Promise<Socket | undefined> => {
  const found = Promise.withResolvers<Socket | undefined>()
  const socket = createConnection(path)
  socket.once('connect', () => found.resolve(socket))
  socket.once('error', () => found.resolve(undefined))
  return found.promise
}

/** Carries bytes between the link and the agent; ends with either of them, and leaves the agent as it is. */
export const bridge = async (directory: string, agent: readonly string[]): Promise<number> => {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 })
  const path = join(directory, 's')
  const socket = (await connected(path)) ?? (await started(path, agent))
  if (!socket) {
    writeProblem('the agent did not start')
    return 1
  }
  const over = Promise.withResolvers<number>()
  socket.on('error', () => over.resolve(1))
  socket.once('close', () => over.resolve(0))
  process.stdin.once('end', () => socket.destroy())
  process.stdout.on('error', () => socket.destroy())
  process.stdout.write(`${LINK_BEGINS}\n`)
  process.stdin.pipe(socket)
  socket.pipe(process.stdout, { end: false })
  return await over.promise
}

/** It has nothing of this connection: whoever carries that would wait for the end of it. */
const started = async (path: string, agent: readonly string[]): Promise<Socket | undefined> => {
  const { [RUN_VARIABLE]: _, ...env } = process.env
  const output = openSync('/dev/null', 'w')
  try {
    const said = await spawnDetached(agent, { env, cwd: '/', output })
    // Another one may have been quicker.
    const socket = await connected(path)
    if (!socket && said !== AGENT_READY) writeProblem(said.slice(0, 2000))
    return socket
  } finally {
    closeSync(output)
  }
}
