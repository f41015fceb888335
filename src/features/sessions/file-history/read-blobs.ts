import type { RunGit } from '../../../protocol/run-git.ts'

const NEWLINE = 10

/** The bytes of blobs by id, as git keeps them. Blobs that cannot be had are left out. */
export const readBlobs = async (
  at: { readonly cwd: string; readonly ids: readonly string[]; readonly maxBytes: number },
  git: RunGit,
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const answer = await git({
    cwd: at.cwd,
    args: ['cat-file', '--batch'],
    timeoutMs: 10_000,
    maxBytes: at.maxBytes,
    input: `${at.ids.join('\n')}\n`,
  })
  return answer.kind === 'ok' ? parseBatch(answer.output) : new Map()
}

/** `<id> blob <size>`, the bytes, a newline; or `<id> missing`. */
export const parseBatch = (output: Buffer): ReadonlyMap<string, Uint8Array> => {
  const blobs = new Map<string, Uint8Array>()
  let at = 0
  while (at < output.length) {
    const end = output.indexOf(NEWLINE, at)
    if (end === -1) break
    const [id = '', kind, size] = output.toString('latin1', at, end).split(' ')
    at = end + 1
    if (size === undefined) continue
    const stop = at + Number(size)
    if (!(stop < output.length)) break
    if (kind === 'blob') blobs.set(id, output.subarray(at, stop))
    at = stop + 1
  }
  return blobs
}
