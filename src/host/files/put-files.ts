import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { sessionPathPolicy } from '../../features/permissions/paths/session-paths.ts'
import { createPermissions } from '../../features/permissions/permissions.ts'
import { errorText } from '../../lib/error-text.ts'
import { isInside, type ResolvedPath, resolveReal } from '../../lib/paths.ts'
import { HostError } from '../../protocol/host.ts'
import { fileFlagText } from '../../protocol/messages/host/file-flag.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { permissionText } from '../../protocol/messages/permissions/permissions.ts'
import type { Policy } from '../../protocol/permission.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import { type Downloading, downloads } from './download-file.ts'

export interface PuttingFiles extends Downloading {
  /** As the command line has them. */
  readonly wanted: readonly string[]
  /** Where the session stands. */
  readonly cwd: string
  readonly caseSensitive: Policy['caseSensitive']
}

/**
 * Puts files of the provider where a run wants them: inside its working directory, nowhere that rules, or what is
 * protected, would have somebody asked about, and over nothing that is there. All are had before the first is written.
 * Throws HostError.
 */
export const putFiles = async (from: PuttingFiles): Promise<void> => {
  const places: { readonly id: string; readonly path: string; readonly real: string }[] = []
  for (const wish of readWishes(from.wanted)) places.push({ ...wish, real: await placeFor(wish.path, from) })
  const download = downloads(from)
  const files = await Promise.all(places.map(async place => ({ ...place, bytes: await download(place.id) })))
  for (const { path, real, bytes } of files) if (isOther(real, bytes)) throw taken(path)
  for (const file of files) write(file)
}

const placeFor = async (
  path: string,
  { cwd, caseSensitive, start, gathered }: PuttingFiles,
): Promise<string> => {
  const root = resolveReal(cwd)
  const found = isAbsolute(path) ? undefined : resolveReal(join(cwd, path))
  if (found?.ok === false)
    throw new HostError('request', fileFlagText('unusable', { path, why: problemIn(found) }))
  if (!found || !root.ok || found.real === root.real || !isInside(found.real, root.real, { caseSensitive }))
    throw new HostError('request', fileFlagText('outside', { path, cwd }))
  const policy: Policy = {
    // As if every edit inside were accepted: what is asked about even then is not written here.
    mode: 'acceptEdits',
    rules: gathered.rules,
    ...sessionPathPolicy({ configHome: start.configHome }),
    ...{ cwd, home: start.home, roots: [root.real], caseSensitive },
  }
  const call = {
    toolName: RULE_NAMES.write,
    input: { file_path: found.real },
    accesses: [{ kind: 'write', path: found.real }],
  } as const
  const { verdict, because } = await createPermissions().judge(call, policy)
  if (verdict !== 'allow')
    throw new HostError('permissions', fileFlagText('refused', { path, why: because.localized }))
  return found.real
}

const problemIn = ({ problem, code = '' }: Extract<ResolvedPath, { readonly ok: false }>): LocalizedText =>
  problem === 'unresolvable'
    ? permissionText('path_unresolvable', { code })
    : permissionText(`path_${problem}`)

const isOther = (file: string, bytes: Uint8Array): boolean => {
  try {
    return !readFileSync(file).equals(bytes)
  } catch (error) {
    // A directory, or what may not be read, is in the way as well.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

const taken = (path: string): HostError => new HostError('request', fileFlagText('exists', { path }))

/** One that is there by now holds the same, or belongs to somebody else. */
const write = ({ path, real, bytes }: { path: string; real: string; bytes: Uint8Array }): void => {
  try {
    mkdirSync(dirname(real), { recursive: true })
    writeFileSync(real, bytes, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new HostError('file', fileFlagText('not_written', { path, why: errorText(error) }))
    if (isOther(real, bytes)) throw taken(path)
  }
}

/** A file that is kept at the provider, and where it belongs below the working directory. */
interface FileWish {
  readonly id: string
  readonly path: string
}

/** An id goes into an address. */
const WISH = /^([A-Za-z0-9][\w-]{0,199}):(.+)$/su

/** `<id>:<path>` of each, as the command line has them. Throws HostError. */
const readWishes = (given: readonly string[]): readonly FileWish[] => {
  const wishes = given.map(text => {
    const [, id, path] = WISH.exec(text) ?? []
    if (id === undefined || path === undefined)
      throw new HostError('request', fileFlagText('no_wish', { given: text }))
    return { id, path }
  })
  const twice = wishes.find(({ path }, at) => wishes.findIndex(each => each.path === path) !== at)
  if (twice) throw new HostError('request', fileFlagText('twice', { path: twice.path }))
  return wishes
}
