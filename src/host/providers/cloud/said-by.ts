import type { Env } from '../../../protocol/host.ts'

/** What a tool of the cloud prints; '' when it fails or is not there. Most have a key: only who asks loads what starts it. */
export const saidBy = async (command: readonly string[], env: Env): Promise<string> =>
  (await import('../../credentials/ask-for-key.ts')).askProgram(command, { env, cwd: '/' })
