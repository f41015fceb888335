import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Overlay } from '../../features/sandbox/try-first/in-copy.ts'
import { probeOverlay } from '../../features/sandbox/try-first/probe-overlay.ts'
import { runProgram } from '../../features/shell/run-program.ts'
import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import { isInside, resolveReal } from '../../lib/paths.ts'
import { tryFirstText } from '../../protocol/messages/engine/try-first.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { ToolError } from '../../protocol/tool.ts'
import { probeHere } from '../sandbox/probe-sandbox.ts'
import type { TryFirstOptions } from './options.ts'

/** What a copy is made with on this machine. */
export interface CopyMeans {
  /** bubblewrap. */
  readonly program: string
  readonly nested: boolean
  readonly overlay: Overlay
  readonly places: readonly string[]
  /** Of programs of the system. */
  readonly path: string
}

const PROBE_MS = 10_000
/** Beside settings and sessions: it is on a disk, and hidden from commands. */
const DIRECTORY = 'copies'

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
    emit(notice('warning', found ? tryFirstText('no_sandbox', { why: found.why, hint: found.hint }) : tryFirstText('only_linux')))
    return undefined
  }
  const places = [...choice.configHomes.slice(0, 1).map(home => join(home, DIRECTORY)), choice.tmpDir]
  const path = hardenEnvironment(place.env, live.roots)['PATH'] ?? ''
  const nested = found.nested === true
  const outside = places.find(one => !live.roots.some(root => isInside(realOf(one), root, { caseSensitive: true })))
  const overlay =
    outside === undefined
      ? undefined
      : await probeOverlay({
          path,
          program: found.program,
          nested,
          place: made(outside),
          user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
          run: (file, args) => run(file, args, path),
        })
  if (!overlay) emit(notice('warning', tryFirstText(outside === undefined ? 'no_place' : 'no_overlay')))
  return overlay && { program: found.program, nested, overlay, places, path }
}

const made = (directory: string): string => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return directory
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
