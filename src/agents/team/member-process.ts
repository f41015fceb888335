import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { spawnGroup } from '../../lib/process/spawn-group.ts'
import type { BackgroundEnd } from '../../protocol/agents/background-work.ts'
import type { Teammate } from '../../protocol/agents/teammate.ts'
import type { Overrides } from '../../protocol/host.ts'
import { agentText } from '../../protocol/messages/engine/agents.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

/** What a process of a member finds in its file. */
export type TeammateFile = Required<Omit<Teammate, 'left' | 'resting' | 'plans'>> &
  Pick<Teammate, 'plans'> & {
    readonly overrides: Overrides
    /** The socket where its leader listens. */
    readonly line: string
    /** It has a terminal of its own, where a person looks on. */
    readonly shown?: boolean
    /** The environment of its leader, where it cannot have that from its parent. */
    readonly env?: Readonly<Record<string, string>>
  }

/** A member's process, however it was started. */
export interface MemberProcess {
  readonly ended: Promise<BackgroundEnd>
  kill(signal: 'SIGTERM' | 'SIGKILL'): void
  /** Where it is shown, as the team's file names it. */
  readonly pane?: string
  /** It said that it is there, or that it leaves. */
  heard?(word: { readonly pid?: number; readonly left?: boolean; readonly closed?: boolean }): void
}

export interface MemberStart {
  /** This program, as it is started again for a member. */
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** What it says, for whoever looks on. */
  readonly output: string
  /** The file that says who it is. */
  readonly path: string
}

/** It holds a secret: nobody else can read it, and the member removes it when it has. */
export const writeTeammateFile = (directory: string, file: TeammateFile): string => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, `${file.name}-${randomBytes(6).toString('hex')}.json`)
  writeFileSync(path, JSON.stringify(file), { mode: 0o600, flag: 'wx' })
  return path
}

export const failedBy = (why: LocalizedText): BackgroundEnd => ({
  status: 'failed',
  reason: why.text,
  localized: why,
})

export const startProcess = ({ command, env, cwd, output, path }: MemberStart): MemberProcess => {
  const [program = process.execPath, ...args] = command
  mkdirSync(dirname(output), { recursive: true, mode: 0o700 })
  const to = openSync(output, 'a', 0o600)
  const child = spawnGroup(program, [...args, path], { cwd, env, stdio: ['ignore', to, to] })
  closeSync(to)
  const over = Promise.withResolvers<BackgroundEnd>()
  child.once('error', error => over.resolve({ status: 'failed', reason: error.message }))
  child.once('exit', (code, signal) => {
    // One that never came so far does not leave a secret behind.
    rmSync(path, { force: true })
    over.resolve(
      code === 0
        ? { status: 'completed', exitCode: 0 }
        : failedBy(agentText('process_ended', { how: String(signal ?? code) })),
    )
  })
  return { ended: over.promise, kill: signal => void child.kill(signal) }
}
