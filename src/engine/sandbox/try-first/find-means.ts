import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Overlay } from '../../../features/sandbox/try-first/in-copy.ts'
import { probeOverlay } from '../../../features/sandbox/try-first/probe-overlay.ts'
import { runProgram } from '../../../features/shell/run-program.ts'
import { isInside, resolveReal } from '../../../lib/paths.ts'
import { hardenEnvironment } from '../../../lib/process/harden-environment.ts'
import { tryFirstText } from '../../../protocol/messages/engine/try-first.ts'
import { notice } from '../../../protocol/messages/notice.ts'
import { ToolError } from '../../../protocol/tool.ts'
import { probeHere } from '../probe-sandbox.ts'
import type { TryFirstOptions } from './options.ts'

/** What a copy is made with on this machine. */
export interface CopyMeans {
  /** bubblewrap. */
  readonly program: string
  readonly nested: boolean
  readonly overlay: Overlay
  /** Where copies lie. */
  readonly place: string
  /** Of programs of the system. */
  readonly path: string
}

const PROBE_MS = 10_000
/** Beside settings and sessions: it is on a disk, and hidden from commands. */
export const COPIES = 'copies'
/** In a container the disk itself may be an overlay, which can't hold another one. */
const MEMORY = '/dev/shm'

/** Found out once; that there are none is said once. */
export const findMeans = async ({
  config: { place },
  live,
  choice,
  emit,
}: TryFirstOptions): Promise<CopyMeans | undefined> => {
  const { settings } = choice
  const acceptNested = settings.enableWeakerNestedSandbox === true
  const found =
    place.platform === 'linux'
      ? await probeHere({ ...place, roots: live.roots, acceptNested, bwrapPath: settings.bwrapPath })
      : undefined
  if (found?.available !== true) {
    emit(
      notice(
        'warning',
        found ? tryFirstText('no_sandbox', { why: found.why, hint: found.hint }) : tryFirstText('only_linux'),
      ),
    )
    return undefined
  }
  const path = hardenEnvironment(place.env, live.roots)['PATH'] ?? ''
  const [configHome] = choice.configHomes
  const all = [...(configHome === undefined ? [] : [join(configHome, COPIES)]), choice.tmpDir, MEMORY]
  const places = all.filter(
    one => !live.roots.some(root => isInside(realOf(one), root, { caseSensitive: true })),
  )
  const nested = found.nested === true
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  for (const one of places) {
    if (!isMade(one)) continue
    const probe = { path, program: found.program, nested, place: one, user }
    const overlay = await probeOverlay({ ...probe, run: (file, args) => run(file, args, path) })
    if (overlay) return { program: found.program, nested, overlay, place: one, path }
  }
  emit(notice('warning', tryFirstText(places.length === 0 ? 'no_place' : 'no_overlay')))
  return undefined
}

const isMade = (directory: string): boolean => {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    return true
  } catch {
    // Nobody can write there.
    return false
  }
}

const run = async (
  file: string,
  args: readonly string[],
  path: string,
): Promise<{ readonly code: number | null }> => {
  const limits = { signal: new AbortController().signal, timeoutMs: PROBE_MS, maxBytes: 1000 }
  try {
    return await runProgram({ file, args, cwd: '/', env: { PATH: path }, ...limits })
  } catch (error) {
    if (error instanceof ToolError) return { code: null }
    throw error
  }
}

const realOf = (path: string): string => {
  const resolved = resolveReal(path)
  return resolved.ok ? resolved.real : path
}
