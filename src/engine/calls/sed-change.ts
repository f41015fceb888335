import { lstatSync } from 'node:fs'
import { lookUp } from '../../features/permissions/paths/path-facts.ts'
import { isInsideRoots } from '../../features/permissions/paths/path-verdict.ts'
import type { AskedCall } from '../../features/permissions/request/describe-request.ts'
import { readSedEdit } from '../../features/permissions/shell/sed-edit.ts'
import { runProgram } from '../../features/shell/run-program.ts'
import { patchOf } from '../../features/tools/patch.ts'
import { decodeText } from '../../lib/encoding/text-bytes.ts'
import { findProgram } from '../../lib/find-program.ts'
import { type Environment, hardenEnvironment } from '../../lib/process/harden-environment.ts'
import { loadShellReader } from '../../lib/shell/lower.ts'
import type { Policy } from '../../protocol/permission.ts'
import { ToolError } from '../../protocol/tool.ts'

const TIMEOUT_MS = 2000

export interface SedAsked {
  readonly command: string
  readonly cwd: string
  readonly policy: Policy
  readonly env: Environment
  readonly maxBytes: number
  /** What a file holds now; undefined when it is no text, or too much of it. */
  text(path: string): { readonly text: string; readonly encoding: string } | undefined
}

/**
 * What a plain `sed -i` would do to its file, told by the same sed without `-i`. Nothing is written: the script was
 * read and only rearranges text, and GNU sed's own sandbox refuses what reads, writes or runs something. Undefined for
 * any other command or sed, and when there is nothing to show.
 */
export const sedChange = async (asked: SedAsked): Promise<AskedCall['change']> => {
  const { command, cwd, policy } = asked
  // Most commands are none: they need no reader.
  if (!/^\s*sed\s/.test(command)) return undefined
  const read = await loadShellReader()
  const edit = readSedEdit(read(command), { cwd, home: policy.home })
  const path = edit && plainFile(edit.path, policy)
  if (!edit || path === undefined) return undefined
  const before = asked.text(path)
  if (before === undefined) return undefined
  const printed = await print([...edit.args, '--', path], asked)
  const after = printed && decodeText(printed, () => [before.encoding])
  return after && { path, creates: false, hunks: patchOf(before.text, after.text) }
}

/** Its real path. Not behind a link: sed would put a new file in the place of the link. */
const plainFile = (path: string, policy: Policy): string | undefined => {
  const known = lookUp(path)
  if (!known.ok || known.kind !== 'file' || !isInsideRoots(known, policy)) return undefined
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? known.real : undefined
}

/** What the output of sed depends on besides its input. */
const LOCALE = /^(?:LANG|LANGUAGE|LC_\w+|POSIXLY_CORRECT)$/

const print = async (args: readonly string[], asked: SedAsked): Promise<Uint8Array | undefined> => {
  const { policy, cwd, maxBytes } = asked
  const { PATH = '', ...others } = hardenEnvironment(asked.env, policy.roots)
  const sed = findProgram('sed', PATH)
  if (sed === undefined) return undefined
  const env = Object.fromEntries(Object.entries(others).filter(([name]) => LOCALE.test(name)))
  const end = await runProgram({
    file: sed,
    args: ['--sandbox', ...args],
    cwd,
    env,
    signal: new AbortController().signal,
    timeoutMs: TIMEOUT_MS,
    maxBytes,
  }).catch(noDiff)
  return end?.code === 0 && !end.cut && !end.timedOut ? end.stdout : undefined
}

/** A sed that cannot be started fails whatever the answer is: there is no change to show. */
const noDiff = (error: unknown): undefined => {
  if (!(error instanceof ToolError)) throw error
}
