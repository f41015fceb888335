import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Env } from '../protocol/host.ts'

/** The person's home directory, and the one where this program keeps what is the person's. */
export const findHomes = (env: Env): { readonly home: string; readonly configHome: string } => {
  const home = env['HOME'] || homedir()
  return { home, configHome: env['CAPSTAN_CONFIG_DIR'] || env['CLAUDE_CONFIG_DIR'] || join(home, '.capstan') }
}
