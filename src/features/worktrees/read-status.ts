import { fieldsOf, gitText, type WorktreeDeps } from './deps.ts'

export interface Status {
  /** The commit that is checked out; absent: there is none yet. */
  readonly head?: string
  /** Absent: detached. */
  readonly branch?: string
  /** How many tracked files differ, in the index or on disk. */
  readonly changed: number
  /** Of repositories within it only the directory, with a `/` at its end. */
  readonly untracked: readonly string[]
  readonly ignored: readonly string[]
}

/** What a submodule's own git would have to say is not asked: one that is checked out counts by itself. */
const ARGS =
  'status --porcelain=v2 --branch -z --untracked-files=all --ignored --ignore-submodules=dirty --no-renames'

export const readStatus = async (path: string, deps: Pick<WorktreeDeps, 'git'>): Promise<Status> => {
  const fields = fieldsOf(await gitText(deps, path, ARGS.split(' ')))
  const after = (start: string): readonly string[] =>
    fields.filter(field => field.startsWith(start)).map(field => field.slice(start.length))
  const [head] = after('# branch.oid ')
  const [branch] = after('# branch.head ')
  return {
    ...(head === undefined || head === '(initial)' ? {} : { head }),
    ...(branch === undefined || branch === '(detached)' ? {} : { branch }),
    changed: fields.filter(field => /^[12u] /.test(field)).length,
    untracked: after('? '),
    ignored: after('! '),
  }
}
