import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Fleet } from '../../features/fleet/fleet.ts'
import { MAX_BUNDLE, type Repository } from '../../features/fleet/job.ts'
import { OBJECTS_IN } from '../../features/fleet/names.ts'
import { jobKey } from '../../features/fleet/seal.ts'
import type { Env } from '../../protocol/host.ts'
import { fleetText } from '../../protocol/messages/cli/fleet.ts'
import { runGitHere } from '../eval/git-child.ts'
import { ExitError } from '../exit-error.ts'

export interface SentFrom {
  readonly directory: string
  readonly ref: string
  readonly env: Env
}

/** A commit and its history, encrypted for the workers of a submission. Rejects with what git said. */
export const sendRepository = async (
  fleet: Fleet,
  { directory, ref, env }: SentFrom,
  key: Buffer,
): Promise<{ readonly repository: Repository; readonly isDirty: boolean }> => {
  const git = (args: readonly string[]): Promise<string> => runGitHere(args, { cwd: directory }, env)
  const room = mkdtempSync(join(tmpdir(), 'capstan-fleet-'))
  try {
    const head = (await git(['rev-parse', '--verify', `${ref}^{commit}`])).trim()
    const file = join(room, 'repository.bundle')
    // A bundle holds refs, never bare commits: this one lasts until it is made.
    const own = `refs/capstan-fleet/${randomUUID()}`
    await git(['update-ref', own, head])
    try {
      await git(['bundle', 'create', '--quiet', file, own])
    } finally {
      await git(['update-ref', '-d', own])
    }
    const bytes = readFileSync(file)
    if (bytes.length > MAX_BUNDLE)
      throw new ExitError(1, fleetText('too_large', { mb: Math.ceil(bytes.length / 1024 ** 2) }))
    const isDirty = (await git(['status', '--porcelain'])).trim() !== ''
    const { object, sha256 } = await fleet.objects.put(bytes, jobKey(key, OBJECTS_IN))
    return { repository: { kind: 'bundle', object, bytes: bytes.length, sha256, head }, isDirty }
  } finally {
    rmSync(room, { recursive: true, force: true })
  }
}
